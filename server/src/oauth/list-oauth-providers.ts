import type { OAuthProvider } from '@latchkey/contract';
import type { OpenOAuthContext } from './parts.ts';

/** In the order in which they are offered. */
export function listOAuthProviders({ deps }: OpenOAuthContext): OAuthProvider[] {
  return [...deps.oauth.providers.enabled];
}

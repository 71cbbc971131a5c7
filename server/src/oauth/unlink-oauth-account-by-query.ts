import { oauthProviders } from '@latchkey/contract';
import { refuse } from '../refusal.ts';
import type { OAuthContext } from './parts.ts';
import { unlinkOAuthAccount } from './unlink-oauth-account.ts';

/** The same for any name: what isn't a provider is linked to nobody. */
export async function unlinkOAuthAccountByQuery(context: OAuthContext, { provider }: { provider: string }) {
  const known = oauthProviders.find((name) => name === provider);
  return known ? unlinkOAuthAccount(context, { provider: known }) : refuse('NOT_FOUND');
}

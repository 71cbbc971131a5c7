import type { Config } from '../config.ts';
import type { WaysIn } from './ways-in-store.ts';

/**
 * Whether a user could still sign in with these. Ways that are turned off or can't be used here don't count.
 */
export function canSignIn({ providers, passkeyDomain }: Config, left: WaysIn): boolean {
  if (left.password || (left.passkeys > 0 && passkeyDomain !== null)) return true;
  return left.providers.some((name) => providers[name] !== undefined);
}

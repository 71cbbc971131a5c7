import type { Config } from '../config.ts';
import type { WaysIn } from './ways-in-store.ts';

/** Whether a user who is left with these could still sign in. What is switched off, or cannot be used here, is none. */
export function canSignIn({ providers, passkeyDomain }: Config, left: WaysIn): boolean {
  if (left.password || (left.passkeys > 0 && passkeyDomain !== null)) return true;
  return left.providers.some((name) => providers[name] !== undefined);
}

import type { OAuthAccount, PendingOAuth } from '@latchkey/contract';
import type { AccountRow } from './store.ts';
import type { Pending } from './tokens.ts';

/** The only way a linked account leaves the service: never with the provider's tokens. */
export function presentAccount(account: AccountRow): OAuthAccount {
  return {
    id: account.id,
    provider: account.provider,
    email: account.email,
    createdAt: account.createdAt.toISOString(),
  };
}

/** As much of what a provider said as its owner must see to know what is about to be used. */
export function presentPending({ provider, profile }: Pending): PendingOAuth {
  return { provider, email: profile.email };
}

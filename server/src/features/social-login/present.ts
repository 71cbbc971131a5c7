import type { OAuthAccount, PendingOAuth } from '@latchkey/contract';
import type { AccountRow } from './account-store.ts';
import type { PendingIdentity } from './tokens.ts';

/** The only form in which a linked account leaves the service: never with the provider's tokens. */
export function presentAccount(account: AccountRow): OAuthAccount {
  return {
    id: account.id,
    provider: account.provider,
    email: account.email,
    createdAt: account.createdAt.toISOString(),
  };
}

/** The part of the profile that its owner must see to know which provider account is about to be used. */
export function presentPending({ provider, profile }: PendingIdentity): PendingOAuth {
  return { provider, email: profile.email };
}

import type { OAuthAccount } from '@latchkey/contract';
import type { AccountRow } from './store.ts';

/** The only way a linked account leaves the service: never with the provider's tokens. */
export function presentAccount(account: AccountRow): OAuthAccount {
  return {
    id: account.id,
    provider: account.provider,
    email: account.email,
    createdAt: account.createdAt.toISOString(),
  };
}

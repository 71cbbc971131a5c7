import type { OAuthProvider } from '@latchkey/contract';
import type { UserWithPassword } from '../accounts/user-store.ts';
import type { AccountRow } from './store.ts';

/** Whether a user without this account could not sign in any more. A provider that is switched off is no way in. */
export function isLastWayIn(
  user: Pick<UserWithPassword, 'passwordHash'>,
  accounts: readonly AccountRow[],
  account: AccountRow,
  enabled: readonly OAuthProvider[],
): boolean {
  if (user.passwordHash !== null) return false;
  return !accounts.some((other) => other.id !== account.id && enabled.includes(other.provider));
}

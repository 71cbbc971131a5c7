import { findUser } from '../accounts/user-store.ts';
import type { OAuthContext } from './parts.ts';
import { type AccountRow, listAccounts } from './store.ts';

/** The caller's linked providers, and whether they also have a password. */
export async function listOAuthAccounts({
  deps,
  caller,
  origin,
}: OAuthContext): Promise<{ accounts: AccountRow[]; hasPassword: boolean }> {
  const user = await findUser(deps.sql, caller.user.id, origin.now);
  const accounts = await listAccounts(deps.sql, caller.user.id);
  return { accounts, hasPassword: Boolean(user?.passwordHash) };
}

import { findLockOf, type UserRow } from '../accounts/user-store.ts';
import type { Context } from './caller.ts';
import { isAdmin } from './policy.ts';

/** The caller as they see themselves. Only who sees locks is looked up one: it is no part of every request. */
export async function shownToSelf({ deps, caller, origin }: Context): Promise<UserRow> {
  const { user } = caller;
  return isAdmin(caller) ? { ...user, lockedUntil: await findLockOf(deps.sql, user, origin.now) } : user;
}

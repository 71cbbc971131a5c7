import { findLockOf, type UserRow } from '../accounts/user-store.ts';
import type { Context } from './caller.ts';
import { isAdmin } from './policy.ts';

/** The caller as they see themselves. The lock is looked up only for callers who may see it. */
export async function shownToSelf({ deps, caller, origin }: Context): Promise<UserRow> {
  const { user } = caller;
  return isAdmin(caller) ? { ...user, lockedUntil: await findLockOf(deps.sql, user, origin.now) } : user;
}

import { findRolePermissions, lockPrivileges } from '../accounts/permission-store.ts';
import { findUser, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Caller } from '../caller/caller.ts';
import { isWithinReach, reaches } from '../caller/policy.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { about, lockTarget } from '../users/target.ts';
import { findRoleIds, findUserRoles, replaceUserRoles } from './user-role-store.ts';

export async function getUserRoles(
  deps: Deps,
  caller: Caller,
  userId: string,
  now: Date,
): Promise<string[] | Refusal<'NOT_FOUND'>> {
  const user = await findUser(deps.sql, userId, now);
  return isWithinReach(caller, user) ? findUserRoles(deps.sql, user.id) : refuse('NOT_FOUND');
}

type Assigned = { user: UserRow; roles: string[] };

/** Exactly these further roles from now on. */
export function setUserRoles(
  deps: Deps,
  caller: Caller,
  userId: string,
  names: string[],
  origin: RequestOrigin,
): Promise<Assigned | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'VALIDATION_FAILED'>> {
  return transact(deps, async (tx) => {
    await lockPrivileges(tx);
    const user = await lockTarget(tx, caller, userId, origin.now);
    if (isRefusal(user)) return user;
    const ids = await findRoleIds(tx, names);
    const unknown = names.filter((name) => !ids.has(name));
    if (unknown.length > 0)
      return refuse('VALIDATION_FAILED', {
        details: { roles: unknown.map((name) => `There is no role ${name}.`) },
      });
    if (!reaches(caller, await findRolePermissions(tx, names))) return refuse('PERMISSION_DENIED');
    const before = await findUserRoles(tx, userId);
    await replaceUserRoles(tx, userId, [...ids.values()]);
    const after = [...ids.keys()].sort();
    if (before.join() !== after.join())
      await record(tx, origin, {
        action: 'ADMIN_USER_ROLES_CHANGED',
        user: caller.user,
        ...about(user, { before, after }),
      });
    return { user, roles: after };
  });
}

import { findRolePermissions } from '../accounts/permission-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { reaches } from '../caller/policy.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { aboutUser } from '../users/about-user.ts';
import { lockTarget } from '../users/lock-target.ts';
import { takePrivileges } from '../users/take-privileges.ts';
import { findRoleIds, findUserRoles, replaceUserRoles } from './user-role-store.ts';

type Assigned = { user: UserRow; roles: string[] };

/** The user has exactly these further roles from now on. */
export function setUserRoles(
  context: Context,
  { id, roles: names }: { id: string; roles: string[] },
): Promise<Assigned | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'VALIDATION_FAILED'>> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
    const user = await lockTarget(context, tx, id);
    if (isRefusal(user)) return user;
    const ids = await findRoleIds(tx, names);
    const unknown = names.filter((name) => !ids.has(name));
    if (unknown.length > 0)
      return refuse('VALIDATION_FAILED', {
        details: { roles: unknown.map((name) => `There is no role ${name}.`) },
      });
    if (!reaches(caller, await findRolePermissions(tx, names))) return refuse('PERMISSION_DENIED');
    const before = await findUserRoles(tx, id);
    await replaceUserRoles(tx, id, [...ids.values()]);
    const after = [...ids.keys()].sort();
    if (before.join() !== after.join())
      await record(tx, origin, {
        action: 'ADMIN_USER_ROLES_CHANGED',
        user: caller.user,
        ...aboutUser(user, { before, after }),
      });
    return { user, roles: after };
  });
}

import { findPermissions, findRolePermissions } from '../../identity/accounts/permission-store.ts';
import { findSeenUser, type UserRow } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { mayGive, refuseReach } from '../../identity/caller/policy.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { record } from '../../records/audit/record.ts';
import { lockTarget, takePrivileges } from '../users/status.ts';
import { findRoleIds, findUserRoles, replaceUserRoles } from './role-store.ts';

export async function getUserRoles(
  { deps, caller, origin }: Context,
  id: string,
): Promise<string[] | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>> {
  const user = await findSeenUser(deps.sql, id, origin.now, caller.user.organizationId);
  const refused = refuseReach(caller, { user, permissions: await findPermissions(deps.sql, id) });
  return refused ?? (await findUserRoles(deps.sql, id)).map(({ name }) => name);
}

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
    // Given from outside, they count in the user's default organization.
    const place =
      (await findSeenUser(tx, id, origin.now, caller.user.organizationId))?.organizationId ?? null;
    const held = await findUserRoles(tx, id, place);
    const before = held.filter(({ isPlaced }) => isPlaced).map(({ name }) => name);
    const given = names.filter((name) => !before.includes(name));
    if (!mayGive(caller, await findRolePermissions(tx, given))) return refuse('PERMISSION_DENIED');
    await replaceUserRoles(tx, id, [...ids.values()], place);
    const after = [...ids.keys()].sort();
    if (given.length > 0 || held.length > after.length)
      await record(tx, origin, {
        action: 'ADMIN_USER_ROLES_CHANGED',
        user: caller.user,
        ...aboutUser(user, { before, after }),
      });
    return { user, roles: after };
  });
}

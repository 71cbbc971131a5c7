import type { DirectoryGroup } from '@latchkey/contract';
import type { Context } from '../../identity/caller/caller.ts';
import { settleChangedRanks } from '../../identity/memberships/directory-ranks.ts';
import { lockMembership, type MembershipRefusal } from '../../identity/memberships/memberships.ts';
import { resolveRoles } from '../../identity/memberships/team-roles.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { findMappedGroup, listMappedGroups, setGroupRole, setGroupRoles } from './group-store.ts';
import { recordGroup } from './groups.ts';

export async function listDirectoryGroups({
  deps,
  caller,
}: Context): Promise<DirectoryGroup[] | Refusal<'NO_ORGANIZATION'>> {
  const { organizationId } = caller.user;
  return organizationId ? listMappedGroups(deps.sql, organizationId) : refuse('NO_ORGANIZATION');
}

type Mapping = { role?: 'ADMIN' | null | undefined; roles?: readonly string[] | undefined };

/** Maps a group to a rank and to roles, or to none. Its members have them from then on. What isn't sent stays. */
export function mapDirectoryGroup(
  context: Context,
  { id, ...sent }: Mapping & { id: string },
): Promise<DirectoryGroup | MembershipRefusal | Refusal<'NOT_FOUND' | 'VALIDATION_FAILED'>> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, 'OWNER');
    if (isRefusal(locked)) return locked;
    const { id: organizationId } = locked.organization;
    const group = await findMappedGroup(tx, organizationId, id);
    if (!group) return refuse('NOT_FOUND');
    const { role = group.role } = sent;
    const roles = sent.roles ? [...new Set(sent.roles)].sort() : group.roles;
    const roleIds = sent.roles && (await resolveRoles(tx, organizationId, roles));
    if (isRefusal(roleIds)) return roleIds;
    const isGiven = roleIds !== undefined && roles.join() !== group.roles.join();
    if (group.role === role && !isGiven) return group;
    const actor = caller.user;
    if (isGiven) await setGroupRoles(tx, { id, roleIds, now: origin.now });
    const userIds = group.role === role ? [] : await setGroupRole(tx, { id, role, now: origin.now });
    const change = 'mapped';
    await recordGroup(tx, { organizationId, group, change, role, ...(isGiven && { roles }), actor }, origin);
    await settleChangedRanks(context, tx, { organizationId, userIds, actor });
    return { ...group, role, roles };
  });
}

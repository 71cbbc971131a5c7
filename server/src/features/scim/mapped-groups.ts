import type { DirectoryGroup } from '@latchkey/contract';
import type { Context } from '../../identity/caller/caller.ts';
import { settleChangedRanks } from '../../identity/memberships/directory-ranks.ts';
import { lockMembership, type MembershipRefusal } from '../../identity/memberships/memberships.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { findMappedGroup, listMappedGroups, setGroupRole } from './group-store.ts';
import { recordGroup } from './groups.ts';

export async function listDirectoryGroups({
  deps,
  caller,
}: Context): Promise<DirectoryGroup[] | Refusal<'NO_ORGANIZATION'>> {
  const { organizationId } = caller.user;
  return organizationId ? listMappedGroups(deps.sql, organizationId) : refuse('NO_ORGANIZATION');
}

/** Maps a group to a role, or to none. Its members have that role from then on. */
export function mapDirectoryGroup(
  context: Context,
  { id, role }: { id: string; role: 'ADMIN' | null },
): Promise<DirectoryGroup | MembershipRefusal | Refusal<'NOT_FOUND'>> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, 'OWNER');
    if (isRefusal(locked)) return locked;
    const { id: organizationId } = locked.organization;
    const group = await findMappedGroup(tx, organizationId, id);
    if (!group) return refuse('NOT_FOUND');
    if (group.role === role) return group;
    const userIds = await setGroupRole(tx, { id, role, now: origin.now });
    const actor = caller.user;
    await recordGroup(tx, { organizationId, group, change: 'mapped', role, actor }, origin);
    await settleChangedRanks(context, tx, { organizationId, userIds, actor });
    return { ...group, role };
  });
}

import { type MemberRoles, roleSources } from '@latchkey/contract';
import { findCatalog, findCountingRoles, saveGivenRoles } from '../../identity/accounts/team-role-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { findMember, type MemberRow } from '../../identity/memberships/member-store.ts';
import { lockMembership, type MembershipRefusal } from '../../identity/memberships/memberships.ts';
import { presentMember } from '../../identity/memberships/present.ts';
import { resolveRoles } from '../../identity/memberships/team-roles.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';

/** Every role that counts for a member, and what they permit. OWNERs and ADMINs could give themselves any role. */
export async function getMemberRoles(
  { deps, caller }: Context,
  { id }: { id: string },
): Promise<MemberRoles | Refusal<'NOT_FOUND' | 'NO_ORGANIZATION'>> {
  const { organization } = caller;
  if (!organization) return refuse('NO_ORGANIZATION');
  const member = await findMember(deps.sql, organization.id, id);
  if (!member) return refuse('NOT_FOUND');
  const counting = await findCountingRoles(deps.sql, organization.id, id);
  const roles = counting.map(({ key, from }) => ({
    key,
    from: roleSources.filter((source) => from.includes(source)),
  }));
  const permitted = new Set(counting.flatMap(({ permissions }) => permissions));
  const isMember = member.organizationRole === 'MEMBER';
  return { roles, permissions: isMember ? [...permitted].sort() : (await findCatalog(deps.sql)).names };
}

/** The member is given exactly these from now on. */
export function setMemberRoles(
  { deps, caller, origin }: Context,
  { id: userId, roles: to }: { id: string; roles: string[] },
): Promise<MemberRow | MembershipRefusal | Refusal<'NOT_FOUND' | 'VALIDATION_FAILED'>> {
  return transact(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, 'ADMIN');
    if (isRefusal(locked)) return locked;
    const { id: organizationId } = locked.organization;
    const before = await findMember(tx, organizationId, userId);
    if (!before) return refuse('NOT_FOUND');
    const roleIds = await resolveRoles(tx, organizationId, to);
    if (isRefusal(roleIds)) return roleIds;
    const { roles: from } = before;
    if (from.join() === to.join()) return before;
    await saveGivenRoles(tx, { organizationId, userId, roleIds });
    const member = { ...before, roles: to };
    const metadata = { targetUserId: userId, from, to };
    const about = { member: presentMember(member) };
    await record(tx, origin, { action: 'ORG_MEMBER_ROLES_CHANGED', user: caller.user, metadata, about });
    return member;
  });
}

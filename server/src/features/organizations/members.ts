import {
  hasOrganizationRank,
  managesRole,
  type OrganizationRole,
  type Pagination,
  paginate,
} from '@latchkey/contract';
import type { z } from 'zod';
import { type AnyContext, type Context, organizationIdOf } from '../../identity/caller/caller.ts';
import { changeRank } from '../../identity/memberships/change-rank.ts';
import { type LastOwnerRefusal, refuseLastOwner } from '../../identity/memberships/last-owner.ts';
import {
  findMember,
  listMemberRows,
  type MemberRow,
  totalMembers,
} from '../../identity/memberships/member-store.ts';
import {
  dropInvites,
  endMembership,
  lockMembership,
  type MembershipRefusal,
} from '../../identity/memberships/memberships.ts';
import { tellToRotate } from '../../identity/memberships/tell-to-rotate.ts';
import { snapshot, transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';

type Listed = { members: MemberRow[]; pagination: z.infer<typeof Pagination> };

export async function listMembers(
  { deps, caller }: AnyContext,
  { page, limit, search }: { page: number; limit: number; search?: string | undefined },
): Promise<Listed | Refusal<'NO_ORGANIZATION'>> {
  const organizationId = organizationIdOf(caller);
  if (!organizationId) return refuse('NO_ORGANIZATION');
  // One row more than the page holds tells whether there is a next one; an estimate can't.
  const cut = { limit: limit + 1, offset: (page - 1) * limit };
  return snapshot(deps.sql, async (tx) => {
    const { total, ...estimate } = await totalMembers(tx, { organizationId, search });
    const rows = await listMemberRows(tx, { organizationId, search }, cut);
    const pagination = { ...paginate(page, limit, total), ...estimate, hasNextPage: rows.length > limit };
    return { members: rows.slice(0, limit), pagination };
  });
}

export async function changeMemberRole(
  { deps, caller, origin }: Context,
  { userId, role }: { userId: string; role: OrganizationRole },
): Promise<MemberRow | MembershipRefusal | LastOwnerRefusal | Refusal<'NOT_FOUND'>> {
  return transact(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, 'ADMIN');
    if (isRefusal(locked)) return locked;
    const { organization, actor } = locked;
    const target = await findMember(tx, organization.id, userId);
    if (!target) return refuse('NOT_FOUND');
    const from = target.organizationRole;
    const reached = [from, role].every((each) => managesRole(actor.organizationRole, each));
    if (!reached) return refuse('ORGANIZATION_ROLE_TOO_LOW');
    if (from === role) return target;
    const refused = await refuseLastOwner(tx, deps.config, { organizationId: organization.id, userId });
    if (refused) return refused;
    const move = { userId, organizationId: organization.id, from, to: role };
    const member = await changeRank(tx, move, { actor: caller.user }, origin);
    if (!member) return refuse('NOT_FOUND');
    const inviter = { id: userId, organizationId: organization.id };
    if (hasOrganizationRank(role, from)) return member;
    await dropInvites(tx, inviter, { actor: caller.user, reason: 'inviter_demoted' }, origin);
    await tellToRotate({ deps, origin }, tx, member, { organizationIds: [organization.id], keeps: role });
    return member;
  });
}

type Removed = { left: boolean };

/** Any member may leave. A caller who may remove no other member is refused before the member is looked up. */
export async function removeMember(
  { deps, caller, origin }: Context,
  { userId }: { userId: string },
): Promise<Removed | MembershipRefusal | LastOwnerRefusal | Refusal<'NOT_FOUND'>> {
  const left = userId === caller.user.id;
  return transact(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, left ? 'MEMBER' : 'ADMIN');
    if (isRefusal(locked)) return locked;
    const { organization, actor } = locked;
    const target = await findMember(tx, organization.id, userId);
    if (!target) return refuse('NOT_FOUND');
    if (!left && !managesRole(actor.organizationRole, target.organizationRole))
      return refuse('ORGANIZATION_ROLE_TOO_LOW');
    const refused = await refuseLastOwner(tx, deps.config, { organizationId: organization.id, userId });
    if (refused) return refused;
    const membership = { organizationId: organization.id, target };
    const ended = await endMembership(tx, membership, { actor: caller.user, left }, origin);
    if (!ended) return refuse('NOT_FOUND');
    await tellToRotate({ deps, origin }, tx, target, { organizationIds: [organization.id] });
    return { left };
  });
}

import { hasOrganizationRank, managesRole, type OrganizationRole } from '@latchkey/contract';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { dropInvites } from './drop-invites.ts';
import { lockMembership, type MembershipRefusal } from './lock-membership.ts';
import { findMember, isSoleOwner, type MemberRow, setMemberRole } from './member-store.ts';
import { presentMember } from './present.ts';

export async function changeMemberRole(
  { deps, caller, origin }: Context,
  { userId, role }: { userId: string; role: OrganizationRole },
): Promise<MemberRow | MembershipRefusal | Refusal<'NOT_FOUND' | 'LAST_OWNER'>> {
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
    if (await isSoleOwner(tx, organization.id, userId)) return refuse('LAST_OWNER');
    const membership = { userId, organizationId: organization.id, role, now: origin.now };
    const member = await setMemberRole(tx, membership);
    if (!member) return refuse('NOT_FOUND');
    const metadata = { targetUserId: userId, from, to: role };
    const about = { member: presentMember(member) };
    await record(tx, origin, { action: 'ORG_MEMBER_ROLE_CHANGED', user: caller.user, metadata, about });
    const inviter = { id: userId, organizationId: organization.id };
    if (!hasOrganizationRank(role, from))
      await dropInvites(tx, inviter, { actor: caller.user, reason: 'inviter_demoted' }, origin);
    return member;
  });
}

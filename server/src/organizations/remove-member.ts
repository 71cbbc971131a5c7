import { managesRole } from '@latchkey/contract';
import { withdrawGrants } from '../accounts/application-grant-store.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { dropInvites } from './drop-invites.ts';
import { lockMembership, type MembershipRefusal } from './lock-membership.ts';
import { findMember, isSoleOwner, removeMemberRow } from './member-store.ts';
import { presentMember } from './present.ts';

type Removed = { left: boolean };

/** Anyone may leave. A caller who may remove nobody is refused before the member is looked up. */
export async function removeMember(
  { deps, caller, origin }: Context,
  { userId }: { userId: string },
): Promise<Removed | MembershipRefusal | Refusal<'NOT_FOUND' | 'LAST_OWNER'>> {
  const left = userId === caller.user.id;
  return transact(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, left ? 'MEMBER' : 'ADMIN');
    if (isRefusal(locked)) return locked;
    const { organization, actor } = locked;
    const target = await findMember(tx, organization.id, userId);
    if (!target) return refuse('NOT_FOUND');
    if (!left && !managesRole(actor.organizationRole, target.organizationRole))
      return refuse('ORGANIZATION_ROLE_TOO_LOW');
    if (await isSoleOwner(tx, organization.id, userId)) return refuse('LAST_OWNER');
    if (!(await removeMemberRow(tx, { userId, organizationId: organization.id, now: origin.now })))
      return refuse('NOT_FOUND');
    // Permanently: what they granted as a member does not come back when they do.
    await withdrawGrants(tx, userId, { organizationId: organization.id });
    const metadata = { targetUserId: userId, left };
    const about = { member: presentMember(target) };
    await record(tx, origin, { action: 'ORG_MEMBER_REMOVED', user: caller.user, metadata, about });
    const inviter = { id: userId, organizationId: organization.id };
    const reason = left ? 'inviter_left' : 'inviter_removed';
    await dropInvites(tx, inviter, { actor: caller.user, reason }, origin);
    return { left };
  });
}

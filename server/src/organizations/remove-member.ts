import { managesRole } from '@latchkey/contract';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { endMembership } from './end-membership.ts';
import { lockMembership, type MembershipRefusal } from './lock-membership.ts';
import { findMember, isSoleOwner } from './member-store.ts';

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
    const membership = { organizationId: organization.id, target };
    const ended = await endMembership(tx, membership, { actor: caller.user, left }, origin);
    return ended ? { left } : refuse('NOT_FOUND');
  });
}

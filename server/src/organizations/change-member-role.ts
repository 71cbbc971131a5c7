import { hasOrganizationRank, type OrganizationRole } from '@latchkey/contract';
import { record } from '../audit/record.ts';
import type { Caller } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { dropInvites } from './drop-invites.ts';
import { type EnterRefusal, enterOrganization } from './enter.ts';
import { findMember, isSoleOwner, type MemberRow, setMemberRole } from './member-store.ts';
import { mayChangeRole } from './policy.ts';

export async function changeMemberRole(
  deps: Deps,
  caller: Caller,
  userId: string,
  role: OrganizationRole,
  origin: RequestOrigin,
): Promise<MemberRow | EnterRefusal | Refusal<'NOT_FOUND' | 'LAST_OWNER'>> {
  return transact(deps, async (tx) => {
    const entered = await enterOrganization(tx, caller, 'ADMIN');
    if (isRefusal(entered)) return entered;
    const { organization, actor } = entered;
    const target = await findMember(tx, organization.id, userId);
    if (!target) return refuse('NOT_FOUND');
    const from = target.organizationRole;
    if (!mayChangeRole(actor.organizationRole, from, role)) return refuse('ORGANIZATION_ROLE_TOO_LOW');
    if (from === role) return target;
    if (await isSoleOwner(tx, organization.id, userId)) return refuse('LAST_OWNER');
    const membership = { userId, organizationId: organization.id, role, now: origin.now };
    const member = await setMemberRole(tx, membership);
    if (!member) return refuse('NOT_FOUND');
    const metadata = { targetUserId: userId, from, to: role };
    await record(tx, origin, { action: 'ORG_MEMBER_ROLE_CHANGED', user: caller.user, metadata });
    const inviter = { id: userId, organizationId: organization.id };
    if (!hasOrganizationRank(role, from))
      await dropInvites(tx, inviter, { actor: caller.user, reason: 'inviter_demoted' }, origin);
    return member;
  });
}

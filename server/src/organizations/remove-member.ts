import { record } from '../audit/record.ts';
import type { Caller } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { dropInvites } from './drop-invites.ts';
import { type EnterRefusal, enterOrganization } from './enter.ts';
import { findMember, isSoleOwner, removeMember as removeRow } from './member-store.ts';
import { mayRemove } from './policy.ts';

type Removed = { left: boolean };

/** Anyone may leave. Whoever may remove nobody is refused before it is looked up whom they mean. */
export async function removeMember(
  deps: Deps,
  caller: Caller,
  userId: string,
  origin: RequestOrigin,
): Promise<Removed | EnterRefusal | Refusal<'NOT_FOUND' | 'LAST_OWNER'>> {
  const left = userId === caller.user.id;
  return transact(deps, async (tx) => {
    const entered = await enterOrganization(tx, caller, left ? 'MEMBER' : 'ADMIN');
    if (isRefusal(entered)) return entered;
    const { organization, actor } = entered;
    const target = await findMember(tx, organization.id, userId);
    if (!target) return refuse('NOT_FOUND');
    if (!left && !mayRemove(actor.organizationRole, target.organizationRole))
      return refuse('ORGANIZATION_ROLE_TOO_LOW');
    if (await isSoleOwner(tx, organization.id, userId)) return refuse('LAST_OWNER');
    if (!(await removeRow(tx, { userId, organizationId: organization.id, now: origin.now })))
      return refuse('NOT_FOUND');
    const metadata = { targetUserId: userId, left };
    await record(tx, origin, { action: 'ORG_MEMBER_REMOVED', user: caller.user, metadata });
    const inviter = { id: userId, organizationId: organization.id };
    const reason = left ? 'inviter_left' : 'inviter_removed';
    await dropInvites(tx, inviter, { actor: caller.user, reason }, origin);
    return { left };
  });
}

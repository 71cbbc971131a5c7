import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { deleteInvite } from './invite-store.ts';
import { lockMembership, type MembershipRefusal } from './lock-membership.ts';
import { presentBareInvite } from './present.ts';

export async function cancelInvite(
  { deps, caller, origin }: Context,
  { inviteId }: { inviteId: string },
): Promise<undefined | MembershipRefusal | Refusal<'NOT_FOUND'>> {
  return transact(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, 'ADMIN');
    if (isRefusal(locked)) return locked;
    const [canceled] = await deleteInvite(tx, locked.organization.id, inviteId);
    if (!canceled) return refuse('NOT_FOUND');
    const metadata = { inviteId, email: canceled.email, role: canceled.role };
    const about = { invite: presentBareInvite(canceled) };
    await record(tx, origin, { action: 'ORG_INVITE_CANCELLED', user: caller.user, metadata, about });
    return undefined;
  });
}

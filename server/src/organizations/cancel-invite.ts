import { record } from '../audit/record.ts';
import type { Caller } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type EnterRefusal, enterOrganization } from './enter.ts';
import { deleteInvite } from './invite-store.ts';

export async function cancelInvite(
  deps: Deps,
  caller: Caller,
  inviteId: string,
  origin: RequestOrigin,
): Promise<undefined | EnterRefusal | Refusal<'NOT_FOUND'>> {
  return transact(deps, async (tx) => {
    const entered = await enterOrganization(tx, caller, 'ADMIN');
    if (isRefusal(entered)) return entered;
    const cancelled = await deleteInvite(tx, entered.organization.id, inviteId);
    if (!cancelled) return refuse('NOT_FOUND');
    const metadata = { inviteId, email: cancelled.email, role: cancelled.role };
    await record(tx, origin, { action: 'ORG_INVITE_CANCELLED', user: caller.user, metadata });
    return undefined;
  });
}

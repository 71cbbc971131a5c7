import type { Context } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type ListedInvite, listPendingInvites } from './invite-store.ts';

export async function listInvites({
  deps,
  caller,
  origin,
}: Context): Promise<ListedInvite[] | Refusal<'NO_ORGANIZATION'>> {
  const { organizationId } = caller.user;
  if (!organizationId) return refuse('NO_ORGANIZATION');
  return listPendingInvites(deps.sql, organizationId, origin.now);
}

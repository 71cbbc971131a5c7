import { deleteSession } from '../accounts/session-store.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';

export function revokeSession(
  { deps, caller: { user }, origin }: Context,
  { id: sessionId }: { id: string },
): Promise<Refusal<'NOT_FOUND'> | undefined> {
  return transact(deps, async (tx) => {
    const { sessions, series } = await deleteSession(tx, user.id, sessionId);
    if (sessions === 0) return refuse('NOT_FOUND');
    await record(tx, origin, { action: 'SECURITY_SESSION_REVOKED', user, metadata: { sessionId } });
    const metadata = { reason: 'session_revoked' };
    if (series > 0) await record(tx, origin, { action: 'AUTH_REMEMBER_ME_REVOKED', user, metadata });
    return undefined;
  });
}

import { deleteSessions } from '../accounts/session-store.ts';
import { record } from '../audit/record.ts';
import { type Context, sessionIdOf } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';

/** Returns how many it ended. */
export function revokeOtherSessions({ deps, caller, origin }: Context): Promise<number> {
  const { user } = caller;
  return transact(deps, async (tx) => {
    const { sessions, series } = await deleteSessions(tx, user.id, sessionIdOf(caller));
    const metadata = { reason: 'by_user', sessions, rememberMeSeries: series };
    await record(tx, origin, { action: 'SECURITY_ALL_SESSIONS_REVOKED', user, metadata });
    return sessions;
  });
}

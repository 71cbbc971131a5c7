import type { Db } from '../../platform/db/sql.ts';
import { record } from '../../records/audit/record.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { deletePendingLogins } from '../sessions/pending-login-store.ts';
import { deleteSessions } from '../sessions/session-store.ts';
import { type Context, sessionIdOf } from './caller.ts';

/** Ends what a password alone opened elsewhere: someone who adds a second factor may have a reason to. */
export async function endOtherSessions(
  { caller, origin }: Context,
  tx: Db,
  user: UserRow,
  reason: 'two_factor_enabled' | 'passkey_registered',
): Promise<void> {
  await deletePendingLogins(tx, user.id);
  const { sessions, series } = await deleteSessions(tx, user.id, sessionIdOf(caller));
  const metadata = { reason, sessions, rememberMeSeries: series };
  if (sessions + series > 0)
    await record(tx, origin, { action: 'SECURITY_ALL_SESSIONS_REVOKED', user, metadata });
}

import { deletePendingLogins } from '../accounts/pending-login-store.ts';
import { deleteSessions } from '../accounts/session-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
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

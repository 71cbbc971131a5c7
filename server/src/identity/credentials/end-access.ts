import type { Db } from '../../platform/db/sql.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { deleteTokens } from '../accounts/token-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { deletePendingLogins } from '../sessions/pending-login-store.ts';
import { deleteSessions } from '../sessions/session-store.ts';
import { deleteEmailCode } from './email-code-store.ts';
import { deleteOfflineGrants } from './ways-in-store.ts';

type Ending = {
  reason:
    | 'password_changed'
    | 'password_reset'
    | 'two_factor_enabled'
    | 'two_factor_reset'
    | 'passkey_registered'
    | 'email_changed'
    | 'email_change_undone'
    | 'email_code'
    | 'sso'
    | 'scim'
    | 'activated'
    | 'deactivated'
    | 'deletion_requested'
    | 'by_admin'
    | 'by_user';
  /** The user themselves, another, or null for the service. */
  actor: UserRow | null;
  exceptSessionId?: string | null;
  /** Only sessions that this identity provider began: it asks for it in their name. */
  connectionId?: string | null;
};

/**
 * Ends and records everything that lets a user in without signing in again: sessions and remembered logins, logins that
 * await a second factor, mailed links and codes, and applications' offline access. Returns how many sessions ended.
 */
export async function endAllAccess(tx: Db, user: UserRow, ending: Ending, origin: Origin): Promise<number> {
  await deleteTokens(tx, user.id, 'password_reset');
  await deleteEmailCode(tx, user.id);
  await deletePendingLogins(tx, user.id);
  const sessions = await endSessions(tx, user, ending, origin);
  // Last: ending the sessions waits for codes that are being redeemed in them, and this then sees their grants.
  await deleteOfflineGrants(tx, user.id);
  return sessions;
}

/** Ends what a password alone opened: a user who adds a second factor, or loses it, may have a reason to. */
export async function endPasswordSessions(
  tx: Db,
  user: UserRow,
  ending: Ending,
  origin: Origin,
): Promise<void> {
  await deletePendingLogins(tx, user.id);
  await endSessions(tx, user, ending, origin);
}

/** Ends and records sessions and remembered logins. Records nothing if there were none, unless someone asked for it. */
export async function endSessions(
  tx: Db,
  user: UserRow,
  { reason, actor, exceptSessionId = null, connectionId = null }: Ending,
  origin: Origin,
): Promise<number> {
  const { sessions, series } = await deleteSessions(tx, user.id, exceptSessionId, connectionId);
  if (sessions + series === 0 && reason !== 'by_user' && reason !== 'by_admin') return 0;
  const metadata = { reason, sessions, rememberMeSeries: series };
  const action = 'SECURITY_ALL_SESSIONS_REVOKED';
  const event = actor?.id === user.id ? { user, metadata } : { user: actor, ...aboutUser(user, metadata) };
  await record(tx, origin, { action, ...event });
  return sessions;
}

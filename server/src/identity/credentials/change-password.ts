import type { HashLane } from '../../platform/crypto/turns.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { deleteTokens } from '../accounts/token-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { overloaded } from '../attempts/guess-secret.ts';
import type { Deps, OpenContext } from '../deps.ts';
import { deletePendingLogins } from '../sessions/pending-login-store.ts';
import { deleteSessions } from '../sessions/session-store.ts';
import { deleteEmailCode } from './email-code-store.ts';
import { recentPasswords } from './password-store.ts';
import { deleteOfflineGrants } from './ways-in-store.ts';

/**
 * The hash of a new password that isn't in the history. Outside any transaction, because it may verify five
 * hashes.
 */
export async function hashNewPassword(
  deps: Deps,
  userId: string,
  password: string,
  lane: HashLane,
): Promise<string | Refusal<'PASSWORD_REUSED' | 'OVERLOADED'>> {
  for (const earlier of await recentPasswords(deps.sql, userId)) {
    const reused = await deps.hasher.verify(password, earlier, lane);
    if (reused === undefined) return overloaded(deps, lane);
    if (reused) return refuse('PASSWORD_REUSED', { details: { password: ['Was used before.'] } });
  }
  return (await deps.hasher.hash(password, lane)) ?? overloaded(deps, lane);
}

/** Queues the checks and the hash of a new password as one job: the wait is judged once. */
export async function inOneChain<T>(
  deps: Deps,
  userId: string,
  lane: HashLane,
  work: () => Promise<T>,
): Promise<T | Refusal<'OVERLOADED'>> {
  // Verify the current password, compare with each earlier one, and hash the new one.
  const earlier = await recentPasswords(deps.sql, userId);
  const hashes = earlier.length === 0 ? 1 : earlier.length + 2;
  return (await deps.hasher.chain(lane, hashes, work)) ?? overloaded(deps, lane, hashes);
}

/** Ends everything the old password opened, except the session it was changed in. */
export async function endOldAccess(
  tx: Db,
  userId: string,
  exceptSessionId: string | null,
): Promise<{ sessions: number; series: number }> {
  await deleteTokens(tx, userId, 'password_reset');
  await deleteEmailCode(tx, userId);
  await deletePendingLogins(tx, userId);
  const ended = await deleteSessions(tx, userId, exceptSessionId);
  // Last: ending the sessions waits for codes that are being redeemed in them, and this then sees their grants.
  await deleteOfflineGrants(tx, userId);
  return ended;
}

/** After a new password is set: ends what the old one opened, records that, and tells the owner. */
export async function settleNewPassword(
  { deps, origin }: OpenContext,
  tx: Db,
  user: UserRow,
  how: {
    action: 'SECURITY_PASSWORD_CHANGED' | 'SECURITY_PASSWORD_RESET';
    reason: string;
    exceptSessionId: string | null;
  },
): Promise<void> {
  const { sessions, series } = await endOldAccess(tx, user.id, how.exceptSessionId);
  const after = { ...user, updatedAt: origin.now };
  await record(tx, origin, { action: how.action, user: after, metadata: { sessionsRevoked: sessions } });
  const metadata = { reason: how.reason, sessions, rememberMeSeries: series };
  if (sessions + series > 0)
    await record(tx, origin, { action: 'SECURITY_ALL_SESSIONS_REVOKED', user, metadata });
  // A password reset proves that the user reads mail there.
  const provenAt = how.action === 'SECURITY_PASSWORD_RESET' ? origin.now : user.emailVerifiedAt;
  const owner = { ...user, emailVerifiedAt: provenAt };
  await mailUser(deps, tx, owner, {
    type: 'password_changed',
    at: origin.now,
    ipAddress: origin.ipAddress,
    link: `${deps.config.baseUrl}/forgot-password`,
  });
}

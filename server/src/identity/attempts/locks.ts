import { lockout } from '@latchkey/contract';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record, type UserEvent } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import type { Origin } from '../../records/origin.ts';
import { findUser, type UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';
import { addressOf, countFailure, endExpiredLock, type Subject, unlock } from './attempt-store.ts';

/** Turns a taken slot into a failure. If it was the last one, returns the lock and tells the owner. */
export async function countWrong(
  { deps, origin }: OpenContext,
  tx: Tx,
  subject: Subject,
): Promise<Refusal<'ACCOUNT_LOCKED'> | undefined> {
  const { baseUrl } = deps.config;
  const lockedUntil = await countFailure(tx, subject, origin.now);
  if (!lockedUntil) return undefined;
  deps.metrics.lockouts.inc();
  // Read again: the address may have changed before the count, but can't change after it.
  const user = subject.user && (await findUser(tx, subject.user.id, origin.now));
  const metadata = { failedAttempts: lockout.maxFailedAttempts, lockedUntil: lockedUntil.toISOString() };
  tx.send(
    record(tx, origin, {
      action: 'SECURITY_ACCOUNT_LOCKED',
      user: user ?? null,
      metadata: { ...metadata, ...scopeOf(subject) },
    }),
  );
  if (user?.isActive) {
    const notice =
      subject.kind === 'session'
        ? ({
            type: 'security_alert',
            reason: 'session_guessing',
            link: `${baseUrl}/forgot-password`,
          } as const)
        : ({ type: 'account_locked', link: `${baseUrl}/request-unlock` } as const);
    tx.send(mailUser(deps, tx, user, { ...notice, lockedUntil, ipAddress: origin.ipAddress }));
  }
  return lockedRefusal(lockedUntil, origin.now);
}

export function lockedRefusal(lockedUntil: Date, now: Date): Refusal<'ACCOUNT_LOCKED'> {
  const retryAfterSeconds = Math.max(1, Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000));
  const details = { lockedUntil: lockedUntil.toISOString(), retryAfterSeconds };
  return refuse('ACCOUNT_LOCKED', { details, retryAfterSeconds });
}

/** Ends an expired lock and records that. False if there was none, or another request was faster. */
export async function noticeExpiry(tx: Db, subject: Subject, origin: Origin): Promise<boolean> {
  if (!(await endExpiredLock(tx, subject, origin.now))) return false;
  const metadata = { reason: 'expired', ...scopeOf(subject) };
  if (subject.user)
    await record(tx, origin, { action: 'SECURITY_ACCOUNT_UNLOCKED', user: subject.user, metadata });
  return true;
}

/** Both kinds: for the address, and for proofs inside a session. */
export async function endLocks(
  tx: Db,
  user: UserRow,
  event: Omit<UserEvent, 'action'>,
  origin: Origin,
): Promise<void> {
  await endLock(tx, addressOf(user), event, origin);
  await endLock(tx, { kind: 'session', user }, event, origin);
}

/** Ends one lock and its count. A lock that expired unnoticed is recorded as expired. */
export async function endLock(
  tx: Db,
  subject: Subject,
  event: Omit<UserEvent, 'action'>,
  origin: Origin,
): Promise<void> {
  if (await noticeExpiry(tx, subject, origin)) return;
  const metadata = { ...event.metadata, ...scopeOf(subject) };
  if (await unlock(tx, subject, origin.now))
    await record(tx, origin, { ...event, action: 'SECURITY_ACCOUNT_UNLOCKED', metadata });
}

/** What an entry about a lock adds to say whom it concerns, beyond the user. */
function scopeOf(subject: Subject): Record<string, unknown> {
  if (subject.kind === 'session') return { scope: 'session' };
  return subject.user ? {} : { email: subject.email };
}

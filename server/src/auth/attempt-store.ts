import { lockout } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';

// An attempt whose node died in the middle gives its place back after this.
const pendingSeconds = 60;

/** Takes one of the places left before the lock. False: locked, or every place is being tried right now. */
export async function takePlace(db: Db, emailHash: Buffer, now: Date): Promise<boolean> {
  const stale = new Date(now.getTime() - pendingSeconds * 1000);
  const rows = await db`
    INSERT INTO login_attempts AS a (email_hash, pending, pending_at, updated_at) VALUES (${emailHash}, 1, ${now}, ${now})
    ON CONFLICT (email_hash) DO UPDATE
       SET pending = CASE WHEN a.pending_at < ${stale} THEN 1 ELSE a.pending + 1 END, pending_at = ${now}, updated_at = ${now}
     WHERE a.locked_until IS NULL
       AND a.failures + CASE WHEN a.pending_at < ${stale} THEN 0 ELSE a.pending END < ${lockout.maxFailedAttempts}
    RETURNING 1`;
  return rows.length === 1;
}

export async function givePlaceBack(db: Db, emailHash: Buffer, now: Date): Promise<void> {
  await db`
    UPDATE login_attempts SET pending = greatest(pending - 1, 0), updated_at = ${now} WHERE email_hash = ${emailHash}`;
}

/** Turns the place into a failure; the last one locks. */
export async function countFailure(db: Db, emailHash: Buffer, now: Date): Promise<Date | null> {
  const until = new Date(now.getTime() + lockout.durationMinutes * 60_000);
  const [row] = await db<{ lockedUntil: Date | null }[]>`
    UPDATE login_attempts
       SET failures = failures + 1, pending = greatest(pending - 1, 0), updated_at = ${now},
           locked_until = CASE WHEN failures + 1 >= ${lockout.maxFailedAttempts} THEN ${until}::timestamptz END
     WHERE email_hash = ${emailHash} RETURNING locked_until`;
  return row?.lockedUntil ?? null;
}

/** A login has wholly succeeded. `places` is how many of its own it still holds: one, or none by way of a provider. */
export async function clearFailures(db: Db, emailHash: Buffer, places: 0 | 1, now: Date): Promise<void> {
  await db`
    UPDATE login_attempts
       SET failures = 0, pending = greatest(pending - ${places}::int, 0), locked_until = NULL, updated_at = ${now}
     WHERE email_hash = ${emailHash}`;
}

export async function findLock(db: Db, emailHash: Buffer): Promise<Date | null> {
  const [row] = await db<{ lockedUntil: Date | null }[]>`
    SELECT locked_until FROM login_attempts WHERE email_hash = ${emailHash}`;
  return row?.lockedUntil ?? null;
}

/** Ends a lock that has run out. True for the one caller that did it. */
export async function endExpiredLock(db: Db, emailHash: Buffer, now: Date): Promise<boolean> {
  const rows = await db`
    UPDATE login_attempts SET failures = 0, pending = 0, locked_until = NULL, updated_at = ${now}
     WHERE email_hash = ${emailHash} AND locked_until <= ${now} RETURNING 1`;
  return rows.length === 1;
}

/** Forgets the failures. True when that ended a lock. */
export async function unlock(db: Db, emailHash: Buffer, now: Date): Promise<boolean> {
  const [row] = await db<{ lockedUntil: Date | null }[]>`
    WITH before AS (SELECT email_hash, locked_until FROM login_attempts WHERE email_hash = ${emailHash} FOR UPDATE)
    UPDATE login_attempts a SET failures = 0, locked_until = NULL, updated_at = ${now} FROM before
     WHERE a.email_hash = before.email_hash RETURNING before.locked_until`;
  return row?.lockedUntil != null && row.lockedUntil > now;
}

import { lockout } from '@latchkey/contract';
import type { Db, Statement } from '../../platform/db/sql.ts';
import type { UserRow } from '../accounts/user-store.ts';

/**
 * Whose failures are counted together. Before there is a session, it is an address, known or not; inside one,
 * it is the user, so neither a stranger nor a change of address matters.
 */
export type Subject =
  | { kind: 'address'; email: string; user: UserRow | undefined }
  | { kind: 'session'; user: UserRow };

export function addressOf(user: UserRow): Subject {
  return { kind: 'address', email: user.email, user };
}

// After this, an attempt whose node died gives its slot back.
const pendingMs = 60_000;
const forgottenMs = lockout.forgottenAfterHours * 3_600_000;

/** A known user's current address. KEY SHARE keeps it from changing until this transaction commits. */
function keyOf(db: Db, subject: Subject) {
  if (subject.kind === 'session') return db`uuid_send(${subject.user.id}::uuid)`;
  return db`coalesce(
    (SELECT sha256(convert_to(u.email, 'UTF8')) FROM users u WHERE u.id = ${subject.user?.id ?? null} FOR KEY SHARE),
    sha256(convert_to(${subject.email}, 'UTF8')))`;
}

/**
 * What still counts in a row `a`: no failures that are older than a day or precede an expired lock, and no lost slots.
 */
function counting(db: Db, now: Date) {
  const dayAgo = new Date(now.getTime() - forgottenMs);
  const stale = new Date(now.getTime() - pendingMs);
  return {
    failures: db`CASE WHEN a.failed_at > ${dayAgo} AND (a.locked_until IS NULL OR a.locked_until > ${now})
                      THEN a.failures ELSE 0 END`,
    pending: db`CASE WHEN a.pending_at < ${stale} THEN 0 ELSE a.pending END`,
    lockedUntil: db`CASE WHEN a.locked_until > ${now} THEN a.locked_until END`,
  };
}

/** Takes one of the slots left before the lock. False if locked, or if every slot is in use right now. */
export async function takeSlot(db: Db, subject: Subject, now: Date): Promise<boolean> {
  const { failures, pending } = counting(db, now);
  const rows = await db`
    INSERT INTO attempts AS a (subject, pending, pending_at) VALUES (${keyOf(db, subject)}, 1, ${now})
    ON CONFLICT (subject) DO UPDATE SET failures = ${failures}, pending = ${pending} + 1, pending_at = ${now}
     WHERE a.locked_until IS NULL AND ${failures} + ${pending} < ${lockout.maxFailedAttempts}
    RETURNING 1`;
  return rows.length === 1;
}

export function giveSlotBack(db: Db, subject: Subject): Statement {
  return db`UPDATE attempts SET pending = greatest(pending - 1, 0) WHERE subject = ${keyOf(db, subject)}`;
}

/** Turns the slot into a failure; the last one locks. */
export async function countFailure(db: Db, subject: Subject, now: Date): Promise<Date | null> {
  const until = new Date(now.getTime() + lockout.durationMinutes * 60_000);
  const [row] = await db<{ lockedUntil: Date | null }[]>`
    UPDATE attempts
       SET failures = failures + 1, pending = greatest(pending - 1, 0), failed_at = ${now},
           locked_until = CASE WHEN failures + 1 >= ${lockout.maxFailedAttempts} THEN ${until}::timestamptz END
     WHERE subject = ${keyOf(db, subject)} RETURNING locked_until`;
  return row?.lockedUntil ?? null;
}

/** How many failures in a row count for an address, known or not. */
export async function findFailures(db: Db, email: string, now: Date): Promise<number> {
  const [row] = await db<{ failures: number }[]>`
    SELECT ${counting(db, now).failures} AS failures FROM attempts a
     WHERE a.subject = sha256(convert_to(${email}, 'UTF8'))`;
  return row?.failures ?? 0;
}

export function clearFailures(db: Db, subject: Subject): Statement {
  return db`UPDATE attempts SET failures = 0, locked_until = NULL WHERE subject = ${keyOf(db, subject)}`;
}

export async function findLock(db: Db, subject: Subject): Promise<Date | null> {
  const [row] = await db<{ lockedUntil: Date | null }[]>`
    SELECT locked_until FROM attempts WHERE subject = ${keyOf(db, subject)}`;
  return row?.lockedUntil ?? null;
}

/** Ends a lock that has run out. True for the one caller that did it. */
export async function endExpiredLock(db: Db, subject: Subject, now: Date): Promise<boolean> {
  const rows = await db`
    UPDATE attempts SET failures = 0, locked_until = NULL
     WHERE subject = ${keyOf(db, subject)} AND locked_until <= ${now} RETURNING 1`;
  return rows.length === 1;
}

/** Forgets the failures. True when that ended a lock. */
export async function unlock(db: Db, subject: Subject, now: Date): Promise<boolean> {
  const [row] = await db<{ lockedUntil: Date | null }[]>`
    WITH before AS (SELECT subject, locked_until FROM attempts WHERE subject = ${keyOf(db, subject)} FOR UPDATE)
    UPDATE attempts a SET failures = 0, locked_until = NULL FROM before
     WHERE a.subject = before.subject RETURNING before.locked_until`;
  return row?.lockedUntil != null && row.lockedUntil > now;
}

/**
 * Moves an account's count to its new address and merges it with the count there: the larger count, the later lock, and
 * every attempt in progress. Called once the user's row has the new address: from then on, others counting for the user
 * wait, and then count there.
 */
export async function moveAttempts(db: Db, fromEmail: string, toEmail: string, now: Date): Promise<void> {
  const { failures, pending, lockedUntil } = counting(db, now);
  await db`
    WITH moved AS (
      DELETE FROM attempts a WHERE a.subject = sha256(convert_to(${fromEmail}, 'UTF8'))
      RETURNING ${failures} AS failures, ${pending} AS pending, a.pending_at, a.failed_at, ${lockedUntil} AS locked_until)
    INSERT INTO attempts AS a (subject, failures, pending, pending_at, failed_at, locked_until)
    SELECT sha256(convert_to(${toEmail}, 'UTF8')), m.* FROM moved m
    ON CONFLICT (subject) DO UPDATE
       SET failures = greatest(${failures}, excluded.failures), pending = ${pending} + excluded.pending,
           pending_at = greatest(a.pending_at, excluded.pending_at),
           failed_at = greatest(a.failed_at, excluded.failed_at),
           locked_until = greatest(${lockedUntil}, excluded.locked_until)`;
}

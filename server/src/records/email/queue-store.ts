import { clockToleranceMs } from '../../platform/clock.ts';
import type { Db, Sql } from '../../platform/db/sql.ts';
import { type Sweep, sweepBatch } from '../../platform/db/sweep-store.ts';
import { type AskedHook, hookAt } from '../hooks/hook-store.ts';
import { lease, maxAttempts, retryDelays } from './schedule.ts';

export type ClaimedMail = {
  id: string;
  toAddress: string;
  fromAddress: string;
  subject: string;
  type: string;
  locale: string;
  userId: string | null;
  body: Buffer | null;
  /** Counts the claim that returned it. */
  attempts: number;
  /** By its recipient. */
  requested: boolean;
  /** What sends it instead of us. */
  hook: AskedHook | null;
};

/** The mail that has been due longest: of the mail that recipients requested, or of all other mail. */
function longestDue(sql: Sql, queue: MailQueue, now: Date) {
  return sql`
    SELECT id FROM emails WHERE status = 'PENDING' AND ${queued(sql, queue)} AND next_attempt_at <= ${now}
     ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
}

export type MailQueue = 'requested' | 'other';

/** Its index serves one queue. */
function queued(db: Db, queue: MailQueue) {
  return queue === 'requested' ? db`cause = 'requested'` : db`cause <> 'requested'`;
}

/** The longest that a mail may wait after so many attempts. */
const longestWaits = retryDelays.map((delay) => Math.max(delay, lease) + clockToleranceMs);

/** Makes mail due that waits longer than its schedule says: it was planned while the clock was ahead. */
const recallFrom =
  (queue: MailQueue): Sweep =>
  async (db, now) => {
    const { count } = await db`
      UPDATE emails SET next_attempt_at = ${now} WHERE id = ANY (ARRAY(
        SELECT id FROM emails
         WHERE status = 'PENDING' AND ${queued(db, queue)} AND next_attempt_at > ${now}
           AND next_attempt_at > ${now}::timestamptz + (${longestWaits}::int[])[attempts] * interval '1 ms'
         LIMIT ${sweepBatch} FOR UPDATE SKIP LOCKED))`;
    return count;
  };

export const mailSweeps: Sweep[] = [recallFrom('requested'), recallFrom('other')];

/**
 * Claims the mail that has been due longest in the first of these queues that has any, so other workers cannot take it
 * during the lease. After a crash the lease runs out and the mail is due again.
 */
export async function claimMail(
  sql: Sql,
  now: Date,
  [first, second]: readonly [MailQueue, MailQueue?],
): Promise<ClaimedMail | undefined> {
  const leased = new Date(now.getTime() + lease);
  const next = longestDue(sql, first, now);
  const [mail] = await sql<ClaimedMail[]>`
    UPDATE emails
    SET attempts = attempts + 1, next_attempt_at = ${leased}
    WHERE id = ${second ? sql`coalesce((${next}), (${longestDue(sql, second, now)}))` : sql`(${next})`}
    RETURNING id, to_address, from_address, subject, type, locale, user_id, body, attempts,
              cause = 'requested' AS requested, ${hookAt(sql, 'mail.send', now)} AS hook
  `;
  return mail;
}

/** A sent mail counts as sent even after its lease expired. */
export async function markSent(sql: Sql, id: string, now: Date): Promise<void> {
  // The last mail to a person who was erased leaves no trace.
  await sql`
    WITH gone AS (DELETE FROM emails WHERE id = ${id} AND type = 'account_deleted')
    UPDATE emails
    SET status = 'SENT', sent_at = ${now}, body = NULL, last_error = NULL, next_attempt_at = NULL
    WHERE id = ${id} AND type <> 'account_deleted'
  `;
}

/** Has no effect once another worker has claimed the mail. */
export async function markRetry(sql: Sql, mail: ClaimedMail, error: string, due: Date): Promise<void> {
  await sql`
    UPDATE emails
    SET next_attempt_at = ${due}, last_error = ${error}
    WHERE id = ${mail.id} AND status = 'PENDING' AND attempts = ${mail.attempts}
  `;
}

/** Has no effect once another worker has claimed the mail. */
export async function markFailed(sql: Sql, mail: ClaimedMail, error: string): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM emails WHERE id = ${mail.id} AND attempts = ${mail.attempts} AND type = 'account_deleted')
    UPDATE emails
    SET status = 'FAILED', attempts = least(attempts, ${maxAttempts}::integer), body = NULL,
      last_error = ${error}, next_attempt_at = NULL
    WHERE id = ${mail.id} AND type <> 'account_deleted' AND status = 'PENDING' AND attempts = ${mail.attempts}
  `;
}

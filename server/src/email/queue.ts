import type { Sql } from '../db/sql.ts';
import { lease, maxAttempts } from './schedule.ts';

export type ClaimedMail = {
  id: string;
  toAddress: string;
  fromAddress: string;
  subject: string;
  body: Buffer | null;
  /** Counts the claim that returned it. */
  attempts: number;
};

/**
 * Claims the mail that has been due longest, if any, so other workers cannot take it during the lease. After a crash
 * the lease runs out and the mail is due again.
 */
export async function claimMail(sql: Sql, now: Date): Promise<ClaimedMail | undefined> {
  const leased = new Date(now.getTime() + lease);
  const [mail] = await sql<ClaimedMail[]>`
    UPDATE emails
    SET attempts = attempts + 1, next_attempt_at = ${leased}
    WHERE id = (
      SELECT id FROM emails
      WHERE status = 'PENDING' AND next_attempt_at <= ${now}
      ORDER BY next_attempt_at, id
      LIMIT 1
      FOR UPDATE SKIP LOCKED
    )
    RETURNING id, to_address, from_address, subject, body, attempts
  `;
  return mail;
}

/** Whoever holds the lease by now, the mail has left. */
export async function markSent(sql: Sql, id: string, now: Date): Promise<void> {
  await sql`
    UPDATE emails
    SET status = 'SENT', sent_at = ${now}, body = NULL, last_error = NULL, next_attempt_at = NULL
    WHERE id = ${id}
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
    UPDATE emails
    SET status = 'FAILED', attempts = least(attempts, ${maxAttempts}::integer), body = NULL,
      last_error = ${error}, next_attempt_at = NULL
    WHERE id = ${mail.id} AND status = 'PENDING' AND attempts = ${mail.attempts}
  `;
}

import type { SigningAlgorithm } from '@latchkey/contract';
import { clockToleranceMs } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/sql.ts';
import type { Sweep } from '../../platform/db/sweep-store.ts';
import type { Shares } from '../../platform/workers/fair-worker.ts';

/** A user whose session has ended, and an application it had signed them in to. */
export type LogoutNotice = {
  id: string;
  applicationId: string;
  userId: string;
  sessionId: string;
  attempts: number;
  clientId: string;
  signingAlgorithm: SigningAlgorithm;
  /** Null: the application no longer wants notices. */
  backchannelLogoutUri: string | null;
};

const minute = 60_000;
/** Waits after each failed attempt; after the last one, the worker gives up. */
export const noticeDelays: readonly number[] = [
  5000,
  minute,
  5 * minute,
  30 * minute,
  2 * 60 * minute,
  6 * 60 * minute,
];
export const noticeLeaseMs = minute;

/** Makes notices due that wait longer than their schedule says: they were planned while the clock was ahead. */
export const recallNotices: Sweep = async (db, now) => {
  const waits = noticeDelays.map((delay) => Math.max(delay, noticeLeaseMs) + clockToleranceMs);
  const { count } = await db`
    UPDATE logout_notices SET next_attempt_at = ${now}
     WHERE next_attempt_at > ${now}
       AND next_attempt_at > ${now}::timestamptz + (${waits}::int[])[attempts] * interval '1 ms'`;
  return count;
};

type NoticeClaim = { now: Date; leasedUntil: Date; busy: string[]; shares: Shares };

/** Notices of an application to look at: other workers may just be claiming some. */
const spare = 8;

/**
 * Claims a notice until `leasedUntil`: of the application that `shares` puts first, the one due longest. `busy`:
 * applications to leave alone for now.
 */
export async function claimNotice(db: Db, claim: NoticeClaim): Promise<LogoutNotice | undefined> {
  const { now, leasedUntil, busy, shares } = claim;
  const { used, without = [] } = shares;
  // Checked first: most often there is nothing to do.
  const due = await db`SELECT 1 FROM logout_notices WHERE next_attempt_at <= ${now} LIMIT 1`;
  if (due.length === 0) return undefined;
  const [row] = await db<LogoutNotice[]>`
    UPDATE logout_notices n SET attempts = n.attempts + 1, next_attempt_at = ${leasedUntil}
      FROM applications a
     WHERE a.id = n.application_id AND n.id = (
             SELECT d.id
               FROM applications o
               LEFT JOIN unnest(${used.owners}::uuid[], ${used.ms}::int[]) AS u (used_by, ms) ON used_by = o.id
               CROSS JOIN LATERAL (
                 SELECT id FROM logout_notices
                  WHERE application_id = o.id AND next_attempt_at <= ${now} ORDER BY next_attempt_at LIMIT ${spare}) first
               JOIN logout_notices d ON d.id = first.id AND d.next_attempt_at <= ${now}
              WHERE o.id <> ALL (${[...busy, ...without]}::uuid[])
              ORDER BY coalesce(ms, 0), d.next_attempt_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
    RETURNING n.id, n.application_id, n.user_id, n.session_id, n.attempts, a.client_id, a.signing_algorithm,
              a.backchannel_logout_uri`;
  return row;
}

export async function deleteNotice(db: Db, id: string): Promise<void> {
  await db`DELETE FROM logout_notices WHERE id = ${id}`;
}

export async function postponeNotice(db: Db, id: string, until: Date): Promise<void> {
  await db`UPDATE logout_notices SET next_attempt_at = ${until} WHERE id = ${id}`;
}

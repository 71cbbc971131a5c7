import type { Db } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

/** What one statement saw. */
export type Reading = {
  /** Null: it has yet to begin. */
  epoch: string | null;
  snapshot: Snapshot;
  /** Those that the given snapshot didn't see. */
  changes: { transaction: number; subjectId: string }[];
  /** A confirmation is under way. */
  isConfirming: boolean;
};

type Row = { epoch: string | null; snapshot: string; changes: string[] | null; isConfirming: boolean };

/** Only the primary has the tables. Behind a pooler, the standby itself is the first to say so. */
const notOnStandby = '0A000';
const readOnly = '25006';

/** `once`: each subject counts once, and isn't told by its transactions. */
export type Sought = { since: Snapshot; most: number; once: boolean };

/**
 * Changes that this statement sees and `since` didn't, up to `most` of them. What a snapshot doesn't see is exact: the
 * transactions from its end on, and those that were open.
 */
export async function readChanges(db: Db, { since, most, once }: Sought): Promise<Reading> {
  const columns = once ? db`DISTINCT 'Infinity' AS at, subject_id` : db`xact::text AS at, subject_id`;
  const open = `{${since.open.join()}}`;
  const [row] = await onPrimary(
    db<Row[]>`
      SELECT (SELECT md5(concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()),
                                   (SELECT oid FROM pg_database WHERE datname = current_database()), e.id))
                FROM check_epoch e) AS epoch,
             pg_current_snapshot()::text AS snapshot,
             (SELECT array_agg(n.at || ' ' || n.subject_id) FROM (
                SELECT ${columns} FROM (
                  SELECT xact, subject_id FROM check_changes WHERE xact >= ${String(since.end)}::text::xid8
                  UNION ALL
                  SELECT xact, subject_id FROM check_changes WHERE xact = ANY (${open}::text::xid8[])) AS c
                 LIMIT ${most}) AS n) AS changes,
             EXISTS (SELECT 1 FROM check_confirmations WHERE until > clock_timestamp()) AS is_confirming`,
  );
  if (!row) throw new Error('a reading always answers with one row');
  return {
    epoch: row.epoch,
    snapshot: readSnapshot(row.snapshot),
    isConfirming: row.isConfirming,
    changes: (row.changes ?? []).map((each) => {
      const [transaction = '', subjectId = ''] = each.split(' ');
      return { transaction: Number(transaction), subjectId };
    }),
  };
}

/** After a crash there is no row, and the next life of the database begins. */
export async function beginEpoch(db: Db): Promise<void> {
  await onPrimary(db`INSERT INTO check_epoch VALUES (gen_random_uuid()) ON CONFLICT DO NOTHING`);
}

async function onPrimary<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if ((error as { code?: string }).code !== notOnStandby) throw error;
    throw Object.assign(new Error('a standby was asked for changes', { cause: error }), { code: readOnly });
  }
}

const minute = 60_000;
/** A cursor is good for five minutes, and clocks may differ. */
const keptMs = 6 * minute;

/** Notes what is visible now, so that it can be told later for how long it has been. */
export async function markVisible(db: Db, now: Date): Promise<void> {
  await db`INSERT INTO check_marks (at, visible) VALUES (${now}, pg_current_snapshot())`;
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

const sweepChanges: Sweep = (db, now) =>
  sweepSome(
    db,
    'check_changes',
    db`xact < (SELECT pg_snapshot_xmax(visible) FROM check_marks WHERE at <= ${before(now, keptMs)}
                ORDER BY at DESC LIMIT 1)
       AND pg_visible_in_snapshot(xact, (SELECT visible FROM check_marks WHERE at <= ${before(now, keptMs)}
                                          ORDER BY at DESC LIMIT 1))`,
  );

/** The newest of the old marks goes on counting until the next one is as old. */
const sweepMarks: Sweep = (db, now) => sweepSome(db, 'check_marks', db`at <= ${before(now, 2 * keptMs)}`);

const sweepSubscribers: Sweep = (db, now) =>
  sweepSome(db, 'check_subscribers', db`asked_at < ${before(now, keptMs)}`);

const sweepConfirmations: Sweep = (db) =>
  sweepSome(db, 'check_confirmations', db`until < clock_timestamp() - interval '1 minute'`);

export const checkSweeps: Sweep[] = [sweepChanges, sweepMarks, sweepSubscribers, sweepConfirmations];

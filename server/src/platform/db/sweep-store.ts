import type { PendingQuery, Row } from 'postgres';
import type { Db } from './sql.ts';

/** Deletes some expired rows, or mends some that a wrong clock wrote, and returns how many. */
export type Sweep = (db: Db, now: Date) => Promise<number>;

/** Few enough that a sweep never holds up other transactions. */
export const sweepBatch = 500;

/** Skips rows that another transaction has locked: the next sweep comes soon. */
export async function sweepSome(db: Db, table: string, isOver: PendingQuery<Row[]>): Promise<number> {
  const { count } = await db`
    DELETE FROM ${db(table)} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${db(table)} WHERE ${isOver} LIMIT ${sweepBatch} FOR UPDATE SKIP LOCKED))`;
  return count;
}

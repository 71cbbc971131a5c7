import type { Db } from './sql.ts';

/**
 * A condition for reads that decide who may do what. A standby lags behind, and a pooler may lead to one without saying
 * so: there, asking for a transaction's number fails as any write does.
 */
export function onPrimary(db: Db) {
  return db`CASE WHEN pg_is_in_recovery() THEN pg_current_xact_id() IS NOT NULL ELSE true END`;
}

/** Whether the server accepts writes: a standby does not, nor does one set to read-only. */
export async function isWritable(db: Db): Promise<boolean> {
  const [row] = await db<
    { writable: boolean }[]
  >`SELECT current_setting('transaction_read_only') = 'off' AS writable`;
  return row?.writable === true;
}

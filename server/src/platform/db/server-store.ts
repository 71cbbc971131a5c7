import type { Db } from './sql.ts';

/** What a server says about itself, as far as it matters to the service. */
export type ServerFacts = {
  version: string;
  versionNumber: number;
  writable: boolean;
  maxConnections: number;
  /** The size of this database, in bytes. */
  size: number;
};

export async function readServer(db: Db): Promise<ServerFacts> {
  const [row] = await db<ServerFacts[]>`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS version_number,
           current_setting('transaction_read_only') = 'off' AS writable,
           current_setting('max_connections')::int AS max_connections,
           pg_database_size(current_database())::float8 AS size`;
  if (!row) throw new Error('a server always answers with one row');
  return row;
}

/** Without what a packager adds, as in "18.4 (Debian 18.4-1)". */
export async function versionOf(db: Db): Promise<string> {
  const [row] = await db<{ version: string }[]>`
    SELECT split_part(current_setting('server_version'), ' ', 1) AS version`;
  return row?.version ?? '';
}

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

/** One reading may meet a busy moment. */
export const readings = 5;

/** How far the database's clock is ahead, in microseconds, give or take half of `roundTrip`. */
export type ClockOffset = { ahead: number; roundTrip: number };

/** By the fastest of several round trips. */
export async function databaseAhead(db: Db, localMicroseconds: () => number): Promise<ClockOffset> {
  let fastest = await readOnce(db, localMicroseconds);
  for (let reading = 1; reading < readings; reading++) {
    const next = await readOnce(db, localMicroseconds);
    if (next.roundTrip < fastest.roundTrip) fastest = next;
  }
  return fastest;
}

async function readOnce(db: Db, localMicroseconds: () => number): Promise<ClockOffset> {
  const before = localMicroseconds();
  const [row] = await db<
    { at: string }[]
  >`SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS at`;
  const after = localMicroseconds();
  return { ahead: Number(row?.at ?? after) - (before + after) / 2, roundTrip: after - before };
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db, Sql } from '../../platform/db/sql.ts';

/** A role that owns a new database and nothing else: a dump can hold any statement. */
export async function makeRestored(sql: Sql, name: string, password: string): Promise<void> {
  await sql.unsafe(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
  await sql.unsafe(`CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0`);
}

export async function runScript(db: Db, statements: string): Promise<void> {
  await db.unsafe(statements).simple();
}

/** Once the last row is sent, the driver tells an error only to the statement, and the stream waits forever. */
export async function copyRows(db: Db, statement: string, rows: AsyncIterable<Buffer>): Promise<void> {
  const query = db.unsafe(statement);
  const { reject } = query as unknown as { reject(error: Error): void };
  const failed = new AbortController();
  const onFault = (error: Error) => {
    failed.abort(error);
    reject(error);
  };
  Object.assign(query, { reject: onFault });
  const stream = await query.writable();
  await pipeline(Readable.from(rows), stream, { signal: failed.signal }).catch((error) => {
    throw failed.signal.aborted ? failed.signal.reason : error;
  });
}

export async function listDatabases(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    SELECT datname AS name FROM pg_database WHERE datallowconn AND NOT datistemplate ORDER BY datname`;
  return rows.map(({ name }) => name);
}

export async function hasTrail(db: Db): Promise<boolean> {
  const [row] = await db<{ found: boolean }[]>`
    SELECT to_regclass('audit_seals') IS NOT NULL AND to_regclass('migrations') IS NOT NULL AS found`;
  return row?.found === true;
}

export type Contents = { users: number; organizations: number; newest: Date | null };

export async function readContents(db: Db): Promise<Contents> {
  const [row] = await db<Contents[]>`
    SELECT (SELECT count(*)::float8 FROM users) AS users, (SELECT count(*)::float8 FROM organizations) AS organizations,
           (SELECT max(created_at) FROM audit_logs) AS newest`;
  return row ?? { users: 0, organizations: 0, newest: null };
}

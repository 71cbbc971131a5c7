import type { Db, Sql } from '../../platform/db/sql.ts';

/** A role that owns a new database and nothing else: a dump can hold any statement. */
export async function makeRestored(sql: Sql, name: string, password: string): Promise<void> {
  await sql.unsafe(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
  await sql.unsafe(`CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0`);
}

export async function runScript(db: Db, statements: string): Promise<void> {
  await db.unsafe(statements).simple();
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

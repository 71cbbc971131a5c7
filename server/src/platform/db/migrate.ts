import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { packageFolder } from '../package.ts';
import { locks } from './locks.ts';
import type { Db, Sql } from './sql.ts';

const ownFolder = join(packageFolder, 'migrations');

/** The schema comes from a later build, which may not expect what this build would write. */
export class NewerSchemaError extends Error {
  constructor(unknown: string[]) {
    super(
      `The database has the schema of a newer version of Latchkey (${unknown.join(', ')}). Run that version, or restore a backup from before it.`,
    );
  }
}

/**
 * Applies what is missing, each file in its own transaction with the row that records it: one killed midway leaves
 * nothing behind. Nodes that start together take turns. If nothing is missing, it only reads: a role that may not
 * create anything can serve.
 */
export async function migrate(sql: Sql, log: Pick<Log, 'info'>, folder = ownFolder): Promise<void> {
  if ((await missingMigrations(sql, folder)).length === 0) return;
  let applied: string | undefined;
  do {
    applied = await sql.begin((tx) => applyNext(tx, folder));
    if (applied) log.info({ migration: applied }, 'migration applied');
  } while (applied);
}

async function applyNext(tx: Db, folder: string): Promise<string | undefined> {
  // Waiting for another node's migration may take longer than a request ever should.
  await tx`SET LOCAL lock_timeout = 0`;
  await tx`SET LOCAL statement_timeout = 0`;
  // The transaction's lock: PostgreSQL releases it with the transaction, however that ends.
  await tx`SELECT pg_advisory_xact_lock(${locks.migrations})`;
  await tx`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL)`;
  const [next] = await pendingMigrations(tx, folder);
  if (!next) return undefined;
  await tx.unsafe(await readFile(join(folder, next), 'utf8'));
  await tx`INSERT INTO migrations VALUES (${next}, now())`;
  return next;
}

/** As `pendingMigrations`, for a database that may be empty. Throws when it is ahead of this build. */
export async function missingMigrations(db: Db, folder = ownFolder): Promise<string[]> {
  const [row] = await db<{ found: boolean }[]>`SELECT to_regclass('migrations') IS NOT NULL AS found`;
  if (!row?.found) return broughtBy(folder);
  const known = new Set(broughtBy(folder));
  const unknown = (await appliedTo(db)).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
  return pendingMigrations(db, folder);
}

/** In order, the migrations of this build that the database has not seen. */
export async function pendingMigrations(db: Db, folder = ownFolder): Promise<string[]> {
  const applied = new Set(await appliedTo(db));
  return broughtBy(folder).filter((name) => !applied.has(name));
}

function broughtBy(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name))
    .sort();
}

async function appliedTo(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`SELECT name FROM migrations ORDER BY name`;
  return rows.map(({ name }) => name);
}

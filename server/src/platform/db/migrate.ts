import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
 * The schema comes from files that have changed since. Until the first release they change in place, so there is no way
 * from one to the other.
 */
export class UnreleasedSchemaError extends Error {
  constructor(sign: string) {
    super(
      `An unreleased version of Latchkey made this database (${sign}), and it can't be upgraded. Nothing in it was changed. Keep running that version, or start over with an empty database: move the accounts with "npx latchkey users export --with-password-hashes" of that version and "npx latchkey users import" of this one. Organizations, roles, second factors and the audit trail stay behind.`,
    );
  }
}

/**
 * Whatever needs a table after a statement that waits for its lock waits behind that statement, reads included. So a
 * migration gives up early, which takes back all it did, and tries again.
 */
const longestLockMs = 200;
const betweenTriesMs = 500;
const betweenLooksMs = 100;
const mostTries = 1200;
const lockNotAvailable = '55P03';

/**
 * Applies what is missing, each file in its own transaction with the row that records it: one killed midway leaves
 * nothing behind. Nodes that start together take turns. If nothing is missing, it only reads: a role that may not
 * create anything can serve.
 */
export async function migrate(sql: Sql, log: Pick<Log, 'info'>, folder = ownFolder): Promise<void> {
  if ((await missingMigrations(sql, folder)).length === 0) return;
  let applied: string | undefined;
  do {
    applied = await applyPatiently(sql, folder);
    if (applied) log.info({ migration: applied }, 'migration applied');
  } while (applied);
}

async function applyPatiently(sql: Sql, folder: string): Promise<string | undefined> {
  for (let attempt = 1; ; ) {
    try {
      const step = await sql.begin((tx) => applyNext(sql, tx, folder));
      if (step !== 'busy') return step.applied;
      await pause(betweenLooksMs);
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || attempt++ === mostTries) throw error;
      await pause(betweenTriesMs);
    }
  }
}

/** Busy: another node is at it. A statement that waited for it would keep an index from being built: see `applyOutside`. */
async function applyNext(sql: Sql, tx: Db, folder: string): Promise<{ applied?: string } | 'busy'> {
  await tx`SET LOCAL statement_timeout = 0`;
  await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
  // The transaction's lock: PostgreSQL releases it with the transaction, however that ends.
  const [lock] = await tx<
    { taken: boolean }[]
  >`SELECT pg_try_advisory_xact_lock(${locks.migrations}) AS taken`;
  if (!lock?.taken) return 'busy';
  await tx`
    CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL)`;
  const [next] = await missingMigrations(tx, folder);
  if (!next) return {};
  const { text, checksum } = readMigration(folder, next);
  // Also ends the statement before it, whose snapshot would keep an index from being built.
  await tx.unsafe(`SET LOCAL lock_timeout = '${longestLockMs}ms'`);
  if (isOutside(text)) await applyOutside(sql, text);
  else await tx.unsafe(text);
  await tx`INSERT INTO migrations (name, checksum, applied_at) VALUES (${next}, ${checksum}, now())`;
  return { applied: next };
}

/** As its first line says. It is for what PostgreSQL does in no transaction, such as CREATE INDEX CONCURRENTLY. */
function isOutside(text: string): boolean {
  return text.startsWith('-- Outside of a transaction.\n');
}

/**
 * Each statement by itself, while the transaction holds the lock of migrations. If one fails, or the node is killed, all
 * of them are repeated: they have to allow that. They wait for statements that began before, as long as those take, but
 * not for the transaction that holds the lock: it has no statement under way.
 */
async function applyOutside(sql: Sql, text: string): Promise<void> {
  const other = sql.openPatient();
  try {
    await other`SET lock_timeout = 0`;
    for (const statement of text.split(/;[ ]*\n/))
      if (/^[^-\s]/m.test(statement)) await other.unsafe(statement);
  } finally {
    await other.end({ timeout: 5 });
  }
}

/**
 * In order, the migrations of this build that a database, which may be empty, has not seen. Throws when it is ahead of
 * this build, or when no release made it.
 */
export async function missingMigrations(db: Db, folder = ownFolder): Promise<string[]> {
  const [table] = await db<{ found: boolean; checked: boolean }[]>`
    SELECT to_regclass('migrations') IS NOT NULL AS found, EXISTS (
             SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('migrations') AND attname = 'checksum') AS checked`;
  if (!table?.found) return broughtBy(folder);
  if (!table.checked) throw new UnreleasedSchemaError('its migrations have no checksums');
  refuseOther(await db<Applied[]>`SELECT name, checksum FROM migrations ORDER BY name`, folder);
  return pendingMigrations(db, folder);
}

type Applied = { name: string; checksum: string };

/** A newer version only adds files after those of this build. */
function refuseOther(applied: Applied[], folder: string): void {
  const brought = broughtBy(folder);
  const last = brought.at(-1) ?? '';
  const differs = ({ name, checksum }: Applied) =>
    brought.includes(name) ? readMigration(folder, name).checksum !== checksum : name < last;
  const differing = applied.find(differs);
  if (differing) throw new UnreleasedSchemaError(`${differing.name} differs`);
  const newer = applied.map(({ name }) => name).filter((name) => name > last);
  if (newer.length > 0) throw new NewerSchemaError(newer);
}

/** In order, the migrations of this build that the database has not seen. */
export async function pendingMigrations(db: Db, folder = ownFolder): Promise<string[]> {
  const rows = await db<{ name: string }[]>`SELECT name FROM migrations`;
  const applied = new Set(rows.map(({ name }) => name));
  return broughtBy(folder).filter((name) => !applied.has(name));
}

function readMigration(folder: string, name: string): { text: string; checksum: string } {
  // A checkout on Windows may have other line ends.
  const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
  return { text, checksum: createHash('sha256').update(text).digest('hex') };
}

function broughtBy(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name))
    .sort();
}

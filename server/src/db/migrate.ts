import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../logger.ts';
import type { Db, Sql } from './sql.ts';

const ownFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));

// Any constant would do; every node must use the same one.
const lockId = 7_236_491_055;

/**
 * Applies what is missing, each file in a transaction of its own with the line that records it: one that was
 * killed midway leaves nothing behind. Nodes that start together take turns.
 */
export async function migrate(sql: Sql, log: Pick<Log, 'info'>, folder = ownFolder): Promise<void> {
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
  // The transaction's lock: PostgreSQL gives it up with it, however that ends.
  await tx`SELECT pg_advisory_xact_lock(${lockId})`;
  await tx`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL)`;
  const [next] = await pendingMigrations(tx, folder);
  if (!next) return undefined;
  await tx.unsafe(await readFile(join(folder, next), 'utf8'));
  await tx`INSERT INTO migrations VALUES (${next}, now())`;
  return next;
}

/** In order, the migrations this build brings that the database has not seen. */
export async function pendingMigrations(db: Db, folder = ownFolder): Promise<string[]> {
  const files = readdirSync(folder).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name));
  const applied = await db<{ name: string }[]>`SELECT name FROM migrations`;
  const known = new Set(applied.map((row) => row.name));
  return files.filter((name) => !known.has(name)).sort();
}

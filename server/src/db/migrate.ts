import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '../logger.ts';
import type { Db, Sql } from './sql.ts';

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url));

// Any constant would do; every node must use the same one.
const lockId = 7_236_491_055;

/**
 * Applies what is missing, each file in a transaction of its own with the line that records it: one that was
 * killed midway leaves nothing behind. The lock makes nodes that start together take turns.
 */
export async function migrate(sql: Sql, log: Pick<Log, 'info'>): Promise<void> {
  const connection = await sql.reserve();
  try {
    // Waiting for another node's migration may take longer than a request ever should.
    await connection`SET lock_timeout = 0`;
    await connection`SET statement_timeout = 0`;
    await connection`SELECT pg_advisory_lock(${lockId})`;
    try {
      await connection`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL)`;
      for (const name of await pendingMigrations(connection)) {
        await apply(connection, name);
        log.info({ migration: name }, 'migration applied');
      }
    } finally {
      await connection`SELECT pg_advisory_unlock(${lockId})`;
      await connection`RESET lock_timeout`;
      await connection`RESET statement_timeout`;
    }
  } finally {
    connection.release();
  }
}

async function apply(connection: Db, name: string): Promise<void> {
  const script = await readFile(folder + name, 'utf8');
  await connection.unsafe(`BEGIN;\n${script}\n;INSERT INTO migrations VALUES ('${name}', now());COMMIT`);
}

/** In order, the migrations this build brings that the database has not seen. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort();
  const applied = await db<{ name: string }[]>`SELECT name FROM migrations`;
  const known = new Set(applied.map((row) => row.name));
  return files.filter((name) => !known.has(name));
}

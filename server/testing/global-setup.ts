import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@latchkey/embedded-postgres';
import postgres, { type Sql } from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrate.ts';
import { openPool } from '../src/db/pool.ts';
import { type TestServer, templateDatabase } from './connection.ts';

const quiet = {
  info() {},
  warn() {},
  error: (fields: object, message: string) => console.error(message, fields),
};

/** Nothing outlives the run, and nothing grows so old that it must be vacuumed. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  autovacuum: 'off',
  max_connections: '300',
};

const memory = '/dev/shm';
const enough = 4 * 1024 ** 3;

/** In memory where there is plenty: a cluster is a thousand files, and to create them on a disk takes longer than to fill them. */
async function temporaryPlace(): Promise<string> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === memory);
  // Programs may be copied there and run.
  if (!mount || mount.includes('noexec') || freemem() < enough) return tmpdir();
  const { bavail, bsize } = await statfs(memory);
  return bavail * bsize < enough ? tmpdir() : memory;
}

/**
 * One real PostgreSQL for the whole run; every test file creates its own databases from a migrated template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = await mkdtemp(join(await temporaryPlace(), 'latchkey-test-'));
  // When run by root, the engine runs as another user, who must be able to enter.
  await chmod(place, 0o1777);
  process.env.TMPDIR = place;
  // A run that is broken off must not keep the memory.
  process.once('exit', () => rmSync(place, { recursive: true, force: true }));
  const folder = join(place, 'shared');
  await mkdir(folder, { mode: 0o755 });
  const engine = await startEmbeddedPostgres({
    folder,
    log: quiet,
    settings,
  });
  await prepareTemplate(engine);
  project.provide('postgres', engine.connection);
  project.provide('folder', folder);
  return async () => {
    await engine.stop();
    await rm(place, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Thousands of connections are made in a run, and each of them hashes the password 4096 times on either side. */
async function cheapenPassword(root: Sql, { username, password }: TestServer): Promise<void> {
  await root`SET scram_iterations = 1`;
  await root.unsafe(`ALTER ROLE ${username} PASSWORD '${password}'`);
}

async function prepareTemplate({ connection }: EmbeddedPostgres): Promise<void> {
  const root = postgres({ ...connection, max: 1, onnotice() {} });
  await cheapenPassword(root, connection);
  await root`CREATE DATABASE ${root(templateDatabase)}`;
  await root.end();
  const template = openPool({ ...connection, database: templateDatabase }, { max: 1 });
  await migrate(template, quiet);
  await template.end();
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestServer;
    /** A folder for this run, for what files share. */
    folder: string;
  }
}

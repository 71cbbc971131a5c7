import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@latchkey/embedded-postgres';
import postgres, { type Sql } from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/platform/db/migrate.ts';
import { openPool } from '../src/platform/db/pool.ts';
import { type TestServer, templateDatabase } from './connection.ts';

const quiet = {
  info() {},
  warn() {},
  error: (fields: object, message: string) => console.error(message, fields),
};

/** Nothing outlives the run, and nothing gets old enough to need a vacuum. */
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

/** In memory if there is plenty: on a disk, creating a cluster's thousand files takes longer than filling them. */
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
  // An interrupted run must not hold on to the memory.
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

/** A run makes thousands of connections, and each hashes the password 4096 times on both sides. */
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
    /** A folder for this run, shared by its files. */
    folder: string;
  }
}

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@latchkey/embedded-postgres';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrate.ts';
import { openPool } from '../src/db/pool.ts';
import { type TestServer, templateDatabase } from './connection.ts';

const quiet = {
  info() {},
  warn() {},
  error: (fields: object, message: string) => console.error(message, fields),
};

/**
 * One real PostgreSQL for the whole run; every test file creates its own databases from a migrated template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-test-'));
  // When run by root, the engine runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const engine = await startEmbeddedPostgres({
    folder,
    log: quiet,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  await prepareTemplate(engine);
  project.provide('postgres', engine.connection);
  project.provide('folder', folder);
  return async () => {
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function prepareTemplate({ connection }: EmbeddedPostgres): Promise<void> {
  const root = postgres({ ...connection, onnotice() {} });
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

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isValidIndex, rowsIn } from '@latchkey/server/testing/database';
import postgres from 'postgres';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { migrate, missingMigrations, NewerSchemaError, pendingMigrations } from './migrate.ts';
import { openPool } from './pool.ts';
import type { Sql } from './sql.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of cleanups.splice(0).reverse()) await undo();
});

/** An empty database. Each call of the result is a node with its own pool. */
async function emptyDatabase(): Promise<(settings?: Record<string, string>, max?: number) => Sql> {
  const server = inject('postgres');
  const root = postgres({ ...server, max: 1, onnotice() {} });
  const database = `migrate_${randomBytes(6).toString('hex')}`;
  await root`CREATE DATABASE ${root(database)}`;
  cleanups.push(async () => {
    await root`DROP DATABASE ${root(database)} WITH (FORCE)`;
    await root.end();
  });
  return (connection = {}, max = 4) => {
    const node = openPool({ ...server, database }, { max, connection });
    cleanups.push(() => node.end({ timeout: 1 }));
    return node;
  };
}

/** A folder with these migrations. */
async function folderOf(scripts: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-migrations-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  for (const [name, script] of Object.entries(scripts)) await writeFile(join(folder, name), script);
  return folder;
}

function journal() {
  const applied: string[] = [];
  return {
    applied,
    info: (fields: object) => void applied.push((fields as { migration: string }).migration),
  };
}

const tables = async (sql: Sql) =>
  (await sql`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`).map(
    (row) => row.tablename,
  );
const recorded = async (sql: Sql) =>
  (await sql`SELECT name FROM migrations ORDER BY 1`).map((row) => row.name);

/** The backend that runs a statement like this, once it does. */
async function backendOf(sql: Sql, statement: string): Promise<number> {
  let pid: number | undefined;
  await expect
    .poll(async () => {
      const [row] = await sql`
        SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
           AND query LIKE ${`%${statement}%`}`;
      pid = row?.pid;
      return pid;
    })
    .toBeDefined();
  return pid ?? 0;
}

describe('the migrations of this build', () => {
  test('are applied once each when three nodes start together on an empty database', async () => {
    const node = await emptyDatabase();
    const journals = [journal(), journal(), journal()];
    await Promise.all(journals.map((each) => migrate(node(), each)));
    const brought = (await readdir(fileURLToPath(new URL('../../../migrations', import.meta.url)))).sort();
    expect(journals.flatMap(({ applied }) => applied).sort()).toEqual(brought);
    expect(await recorded(node())).toEqual(brought);
    expect(await pendingMigrations(node())).toEqual([]);
  });

  test('are not applied again', async () => {
    const node = await emptyDatabase();
    await migrate(node(), journal());
    const again = journal();
    await migrate(node(), again);
    expect(again.applied).toEqual([]);
  });

  test('are pending until the database has applied them', async () => {
    const node = await emptyDatabase();
    const scripts = { '0001_one.sql': 'CREATE TABLE one ()', '0002_two.sql': 'CREATE TABLE two ()' };
    const sql = node();
    await migrate(sql, journal(), await folderOf({ '0001_one.sql': scripts['0001_one.sql'] }));
    const folder = await folderOf({ ...scripts, 'notes.txt': 'no migration', '3_short.sql': 'SELECT 1/0' });
    expect(await pendingMigrations(sql, folder)).toEqual(['0002_two.sql']);
    const next = journal();
    await migrate(sql, next, folder);
    expect(next.applied).toEqual(['0002_two.sql']);
  });
});

test('an older build refuses the schema of a newer one, and changes nothing', async () => {
  const sql = (await emptyDatabase())();
  const shared = { '0001_shared.sql': 'CREATE TABLE shared ()' };
  const newer = { ...shared, '0003_newer.sql': 'CREATE TABLE newer ()' };
  await migrate(sql, journal(), await folderOf(newer));
  // It has a migration of its own to apply.
  const older = await folderOf({ ...shared, '0002_older.sql': 'CREATE TABLE older ()' });
  const log = journal();
  await expect(migrate(sql, log, older)).rejects.toThrow(NewerSchemaError);
  await expect(missingMigrations(sql, older)).rejects.toThrow('0003_newer.sql');
  expect(log.applied).toEqual([]);
  expect(await tables(sql)).toEqual(['migrations', 'newer', 'shared']);
  expect(await recorded(sql)).toEqual(Object.keys(newer));
});

describe('a migration that fails', () => {
  const good = { '0001_good.sql': 'CREATE TABLE good (); CREATE TABLE fine ()' };

  test('leaves no trace, keeps earlier migrations, and reports the error', async () => {
    const node = await emptyDatabase();
    const sql = node();
    const bad = {
      ...good,
      '0002_bad.sql': 'CREATE TABLE half (); SELECT 1/0',
      '0003_never.sql': 'CREATE TABLE never ()',
    };
    const log = journal();
    await expect(migrate(sql, log, await folderOf(bad))).rejects.toMatchObject({ code: '22012' });
    expect(log.applied).toEqual(['0001_good.sql']);
    expect(await tables(sql)).toEqual(['fine', 'good', 'migrations']);
    expect(await recorded(sql)).toEqual(['0001_good.sql']);
  });

  test("doesn't block the next attempt, by this node or another", async () => {
    const node = await emptyDatabase();
    const [one, two] = [node(), node()];
    const bad = await folderOf({ ...good, '0002_half.sql': 'CREATE TABLE half (); SELECT 1/0' });
    const mended = await folderOf({ ...good, '0002_half.sql': 'CREATE TABLE half ()' });
    await expect(migrate(one, journal(), bad)).rejects.toThrow();
    await expect(migrate(two, journal(), bad)).rejects.toThrow();
    await migrate(one, journal(), mended);
    await migrate(two, journal(), mended);
    expect(await tables(one)).toEqual(['fine', 'good', 'half', 'migrations']);
  });
});

describe('a migration that is killed midway', () => {
  const slow = { '0001_slow.sql': 'CREATE TABLE half (); SELECT pg_sleep(60)' };

  test('can be started again cleanly', async () => {
    const node = await emptyDatabase();
    const sql = node();
    const outcome = migrate(node(), journal(), await folderOf(slow)).then(
      () => 'done',
      () => 'failed',
    );
    await sql`SELECT pg_terminate_backend(${await backendOf(sql, 'pg_sleep')})`;
    expect(await outcome).toBe('failed');
    expect(await tables(sql)).toEqual([]);
    await migrate(sql, journal(), await folderOf({ '0001_slow.sql': 'CREATE TABLE half ()' }));
    expect(await tables(sql)).toEqual(['half', 'migrations']);
  });

  test('releases the lock with its connection, so a waiting node continues', async () => {
    const node = await emptyDatabase();
    const sql = node();
    const killed = migrate(node(), journal(), await folderOf(slow)).catch(() => 'killed');
    const pid = await backendOf(sql, 'pg_sleep');
    const waiting = migrate(node(), journal(), await folderOf({ '0001_slow.sql': 'CREATE TABLE half ()' }));
    await sql`SELECT pg_terminate_backend(${pid})`;
    await waiting;
    expect(await killed).toBe('killed');
    expect(await tables(sql)).toEqual(['half', 'migrations']);
  });
});

describe('a node', () => {
  test("waits for another node's migration longer than a request may take", async () => {
    const node = await emptyDatabase();
    const folder = await folderOf({ '0001_slow.sql': 'CREATE TABLE slow (); SELECT pg_sleep(0.6)' });
    const first = migrate(node(), journal(), folder);
    await backendOf(node(), 'pg_sleep');
    const impatient = node({ lock_timeout: '40000', statement_timeout: '50000' });
    const log = journal();
    await migrate(impatient, log, folder);
    await first;
    expect(log.applied).toEqual([]);
  });

  test('has its lock and statement timeouts back after migrating', async () => {
    const node = await emptyDatabase();
    // One connection: what is asked afterward is the one that migrated.
    const sql = node({ lock_timeout: '40000', statement_timeout: '50000' }, 1);
    await migrate(sql, journal(), await folderOf({ '0001_one.sql': 'CREATE TABLE one ()' }));
    const settings = await sql`
      SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`;
    expect(settings).toEqual([{ lock: '40s', statement: '50s' }]);
  });
});

describe('a migration under load', () => {
  const table = { '0001_table.sql': 'CREATE TABLE crowd AS SELECT n FROM generate_series(1, 1000) n' };

  test('keeps no one waiting behind it while it waits for a table', async () => {
    const node = await emptyDatabase();
    const sql = node();
    await migrate(sql, journal(), await folderOf(table));
    const log = journal();
    const folder = await folderOf({ ...table, '0002_column.sql': 'ALTER TABLE crowd ADD COLUMN more int' });
    let migrating: Promise<void> | undefined;
    await sql.begin(async (slow) => {
      await rowsIn(slow, 'crowd');
      migrating = migrate(node({ application_name: 'migrating' }), log, folder);
      await backendOf(sql, 'ALTER TABLE crowd');
      const hasty = node({ statement_timeout: '5000' });
      for (let nth = 0; nth < 3; nth++) expect(await rowsIn(hasty, 'crowd')).toBe(1000);
      expect(log.applied).toEqual([]);
    });
    await migrating;
    expect(log.applied).toEqual(['0002_column.sql']);
  });

  const index = `-- Outside of a transaction.
-- Finds them by their number.
DROP INDEX CONCURRENTLY IF EXISTS crowd_n_idx;
CREATE UNIQUE INDEX CONCURRENTLY crowd_n_idx ON crowd (n);
`;
  const isValid = (sql: Sql) => isValidIndex(sql, 'crowd_n_idx');

  test('builds an index without a transaction, once for all nodes', async () => {
    const node = await emptyDatabase();
    const folder = await folderOf({ ...table, '0002_index.sql': index });
    const journals = [journal(), journal(), journal()];
    await Promise.all(journals.map((each) => migrate(node(), each, folder)));
    expect(journals.flatMap(({ applied }) => applied).sort()).toEqual(['0001_table.sql', '0002_index.sql']);
    expect(await isValid(node())).toBe(true);
  });

  test('is recorded only once each of its statements has passed, and repeats them all', async () => {
    const node = await emptyDatabase();
    const sql = node();
    const twice = { '0001_table.sql': `${table['0001_table.sql']} UNION ALL SELECT 7` };
    const folder = await folderOf({ ...twice, '0002_index.sql': index });
    await expect(migrate(sql, journal(), folder)).rejects.toMatchObject({ code: '23505' });
    expect(await recorded(sql)).toEqual(['0001_table.sql']);
    expect(await isValid(sql)).toBe(false);
    await sql`DELETE FROM crowd WHERE n = 7`;
    await migrate(sql, journal(), folder);
    expect(await isValid(sql)).toBe(true);
    expect(await recorded(sql)).toEqual(['0001_table.sql', '0002_index.sql']);
  });
});

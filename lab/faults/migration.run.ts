import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { removeServers } from '@latchkey/server/testing/postgres-servers';
import { afterAll, expect, test } from 'vitest';
import { command, usual } from '../nodes.ts';
import { createReport } from '../report.ts';
import { type KeptServer, keepServer } from './server.ts';

const report = createReport('faults-migration', [
  'fault',
  'kills',
  'migrations applied when killed',
  'same schema afterwards',
  'last run (ms)',
]);
afterAll(async () => {
  report.write();
  await removeServers();
});

function migrate(url: string) {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...usual, SMTP_URL: 'smtp://127.0.0.1:1', DATABASE_URL: url };
  return spawn(process.execPath, [command, 'migrate'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function whole(url: string): Promise<number> {
  const began = performance.now();
  const [code] = await once(migrate(url), 'exit');
  expect(code).toBe(0);
  return Math.round(performance.now() - began);
}

const descriptions = [
  `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
    WHERE table_schema = 'public' ORDER BY 1, 2`,
  `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
  `SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint ORDER BY 1, 2`,
  'SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1',
  'SELECT name FROM migrations ORDER BY 1',
];

async function schemaOf(database: KeptServer): Promise<unknown[]> {
  const sql = database.connect();
  const found = [];
  for (const query of descriptions) found.push([...(await sql.unsafe(query))]);
  await sql.end();
  return found;
}

test('a migration killed midway is finished by the next run', async () => {
  const unbroken = await keepServer();
  await whole(unbroken.url);
  const expected = await schemaOf(unbroken);
  const broken = await keepServer();
  const total = await appliedTo(unbroken);
  const applied: number[] = [];
  for (let last = 0; applied.length < 8 && last < total; ) {
    const child = migrate(broken.url);
    const gone = once(child, 'exit');
    await untilApplied(broken, last + 2, child);
    child.kill('SIGKILL');
    await gone;
    last = await appliedTo(broken);
    applied.push(last);
  }
  const ms = await whole(broken.url);
  const same = JSON.stringify(await schemaOf(broken)) === JSON.stringify(expected);
  report.add(['migration killed midway', applied.length, applied.join(', '), same ? 'yes' : 'no', ms]);
  expect(same).toBe(true);
  // Some kills left something to do.
  expect(applied.filter((count) => count < total).length).toBeGreaterThan(1);
  await unbroken.stop();
  await broken.stop();
});

async function appliedTo(database: KeptServer): Promise<number> {
  const sql = database.connect();
  const applied = await countApplied(sql);
  await sql.end();
  return applied;
}

/** 0 before the first one, which makes the table. */
async function countApplied(sql: ReturnType<KeptServer['connect']>): Promise<number> {
  const [table] = await sql`SELECT to_regclass('migrations') IS NOT NULL AS found`;
  return table?.found ? (await sql`SELECT 1 FROM migrations`).length : 0;
}

/** Waits until this many migrations are applied, or the process has ended. */
async function untilApplied(database: KeptServer, wanted: number, child: ChildProcess): Promise<void> {
  const sql = database.connect();
  while (child.exitCode === null && (await countApplied(sql)) < wanted) await pause(1);
  await sql.end();
}

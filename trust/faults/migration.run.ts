import { spawn } from 'node:child_process';
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

const only = new RegExp(process.env.TRUST_ONLY ?? '', 'i');

test.runIf(only.test('migration killed'))(
  'a migration killed midway is finished by the next run',
  async () => {
    const unbroken = await keepServer();
    await whole(unbroken.url);
    const expected = await schemaOf(unbroken);
    const broken = await keepServer();
    const applied = new Set<number>();
    const kills = 8;
    for (let nth = 0; nth < kills; nth++) {
      const child = migrate(broken.url);
      const gone = once(child, 'exit');
      await midway(broken, nth);
      child.kill('SIGKILL');
      await gone;
      applied.add(await appliedTo(broken));
    }
    const ms = await whole(broken.url);
    const same = JSON.stringify(await schemaOf(broken)) === JSON.stringify(expected);
    report.add(['migration killed midway', kills, [...applied].join(', '), same ? 'yes' : 'no', ms]);
    expect(same).toBe(true);
    await unbroken.stop();
    await broken.stop();
  },
);

async function appliedTo(database: KeptServer): Promise<number> {
  const sql = database.connect();
  try {
    return (await sql`SELECT 1 FROM migrations`).length;
  } catch {
    return 0;
  } finally {
    await sql.end();
  }
}

/** Waits until it is at about the nth statement: a little later each time. */
async function midway(database: KeptServer, nth: number): Promise<void> {
  const sql = database.connect();
  const atWork = () => sql`
    SELECT 1 FROM pg_stat_activity
     WHERE application_name = 'latchkey' AND state <> 'idle' AND pid <> pg_backend_pid()`;
  for (let looks = 0; looks < 400 && (await atWork()).length === 0; looks++) await pause(5);
  await pause(nth * 15);
  await sql.end();
}

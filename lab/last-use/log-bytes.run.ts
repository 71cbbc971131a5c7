import { setTimeout as pause } from 'node:timers/promises';
import { removeServers } from '@latchkey/server/testing/postgres-servers';
import type { Sql } from 'postgres';
import { afterAll, afterEach, expect, test } from 'vitest';
import { keepServer } from '../faults/server.ts';
import { flag } from '../flag.ts';
import { createHttp } from '../load/http.ts';
import { newPerson } from '../load/people.ts';
import { removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';

const people = flag('people', 40);
const seconds = flag('seconds', 60);

const report = createReport('last-use', [
  'LAST_USED_INTERVAL',
  'checks',
  'of each session per second',
  'rows written',
  'bytes of log',
  'bytes per check',
]);
afterAll(() => report.write());
const http = createHttp();
afterAll(() => http.close());
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await removeNodes();
  await removeServers();
});

test('noting last uses less often costs the database less of its log', async () => {
  // Neither writes whole pages nor vacuums in between: what is measured is what the checks write.
  const database = await keepServer({ full_page_writes: 'off', autovacuum: 'off' });
  closing.push(() => database.stop());
  const sql = database.connect();
  closing.push(() => sql.end());
  const start = (interval: number) =>
    startNode({
      DATABASE_URL: database.url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      LAST_USED_INTERVAL: String(interval),
    });
  const first = await start(60);
  const sessions: Record<string, string>[] = [];
  for (let nth = 0; nth < people; nth += 1) sessions.push((await newPerson(http, first.url)).headers);
  await first.stop();

  async function measure(interval: number, checked: Record<string, string>[]): Promise<number> {
    const node = await start(interval);
    await pause(3000);
    const before = await standing(sql);
    const sent = await check(node.url, checked);
    const after = await standing(sql);
    await node.stop();
    const rate = (sent / people / seconds).toFixed(1);
    const bytes = after.bytes - before.bytes;
    const perCheck = sent ? Math.round(bytes / sent) : 0;
    const name = sent ? interval : 'no checks';
    report.add([name, sent, rate, after.rows - before.rows, Math.round(bytes), perCheck]);
    return perCheck;
  }
  await measure(60, []);
  const [often, seldom] = [await measure(0, sessions), await measure(60, sessions)];
  expect(seldom).toBeLessThan(often / 4);
});

/** Where the log is, and how often a session was changed. */
async function standing(sql: Sql): Promise<{ bytes: number; rows: number }> {
  // The server's counts are a second late.
  await pause(1500);
  const [row] = await sql<{ bytes: number; rows: number }[]>`
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes, n_tup_upd::int AS rows
      FROM pg_stat_user_tables WHERE relname = 'sessions'`;
  return row ?? { bytes: 0, rows: 0 };
}

/** Every session a few times a second. */
async function check(base: string, sessions: Record<string, string>[]): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let sent = 0;
  while (performance.now() < until) {
    for (const headers of sessions) {
      const { status } = await http.send(base, { method: 'GET', path: '/api/auth/me', headers });
      expect(status).toBe(200);
      sent += 1;
    }
    await pause(200);
  }
  return sent;
}

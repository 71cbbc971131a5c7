import { setTimeout as pause } from 'node:timers/promises';
import { removeServers } from '@latchkey/server/testing/postgres-servers';
import postgres from 'postgres';
import { afterAll, afterEach, expect, test } from 'vitest';
import { audit } from '../load/ledger.ts';
import { startLoad } from '../load/load.ts';
import { removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';
import { startMailbox } from '../smtp.ts';
import { ways } from './pair.ts';

const report = createReport('failover', [
  'connection',
  'acknowledged writes',
  'refused meanwhile',
  'lost',
  'longest request (ms)',
  'resumed after the promotion (ms)',
]);
afterAll(() => report.write());
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await removeNodes();
  await removeServers();
});

async function more({ acknowledged }: { acknowledged(): number }, writes: number): Promise<void> {
  const goal = acknowledged() + writes;
  while (acknowledged() < goal) await pause(20);
}

for (const [name, start] of Object.entries(ways))
  test(`nothing acknowledged is lost when a primary is killed under load, by promotion of its standby: ${name}`, () =>
    promote(name, start));

async function promote(name: string, start: (typeof ways)[keyof typeof ways]): Promise<void> {
  const { pair, url } = await start((undo) => void closing.push(undo));
  const mailbox = await startMailbox();
  closing.push(() => mailbox.close());
  const node = await startNode({ DATABASE_URL: url, SMTP_URL: mailbox.url });
  const load = await startLoad({ bases: [node.url], people: 2 });
  await more(load, 300);
  await pair.primary.stop('SIGKILL');
  await pause(1000);
  load.figures.longestMs = 0;
  const next = load.next();
  await pair.standby.order('SELECT pg_promote()');
  const promoted = performance.now();
  const after = Math.max(0, Math.round((await next) - promoted));
  await more(load, 300);
  await load.stop();
  const sql = postgres(pair.standby.url(), { max: 1, onnotice() {} });
  const { lost, halfWritten } = await audit(sql, load.ledger);
  await sql.end();
  const { refused, longestMs, violations } = load.figures;
  report.add([name, load.acknowledged(), refused, lost.length, Math.round(longestMs), after]);
  expect({ lost: lost.slice(0, 5), halfWritten, violations: violations.slice(0, 5) }).toEqual({
    lost: [],
    halfWritten: [],
    violations: [],
  });
  expect(after).toBeLessThan(1000);
}

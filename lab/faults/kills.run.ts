import { setTimeout as pause } from 'node:timers/promises';
import { removeServers } from '@latchkey/server/testing/postgres-servers';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { flag } from '../flag.ts';
import { audit } from '../load/ledger.ts';
import { type Load, startLoad } from '../load/load.ts';
import { isReady, type Node, removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';
import { startMailbox } from '../smtp.ts';
import { type KeptServer, keepServer } from './server.ts';

/** Bounds each of the two runs. */
const limit = flag('minutes', 60) * 60_000;
const wanted = { writes: flag('writes', 2000), service: flag('service', 4), database: flag('database', 2) };
/** Enough to lose something if nothing waits for the disk. */
const careless = {
  writes: Math.min(3000, wanted.writes),
  service: 0,
  database: Math.min(5, wanted.database),
};

const report = createReport('faults-kills', [
  'set-up',
  'acknowledged writes',
  'service killed',
  'PostgreSQL killed',
  'lost',
  'half-written',
  'mails missing',
  'longest outage (ms)',
  'minutes',
]);
afterAll(() => report.write());
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await removeNodes();
  await removeServers();
});

type Kills = { service: number; database: number };

/** One node at a time, so the load never stops; both share the database that dies under them. */
async function killAtRandom(
  nodes: Node[],
  database: KeptServer,
  load: Load,
  goal: typeof wanted & { latest: number },
): Promise<Kills> {
  const kills = { service: 0, database: 0 };
  const restarts = new Set<Promise<void>>();
  const total = goal.service + goal.database;
  const step = goal.writes / (total + 1);
  while (Date.now() < goal.latest) {
    const done = kills.service + kills.database;
    if (done >= total && load.acknowledged() >= goal.writes) break;
    if (done >= total || load.acknowledged() < step * (done + 1)) {
      await pause(20);
      continue;
    }
    const left = { service: goal.service - kills.service, database: goal.database - kills.database };
    if (Math.random() * (left.service + left.database) < left.service) {
      const node = nodes[kills.service % nodes.length];
      if (!node || !(await isReady(node.url))) continue;
      await node.kill();
      restarts.add(node.start());
      kills.service++;
    } else if (database.isUp()) {
      if (kills.database % 3 === 2) {
        if (!database.killBackend()) continue;
      } else database.kill();
      kills.database++;
    }
  }
  await Promise.all(restarts);
  return kills;
}

/** The longest time without an acknowledgment. */
function watchOutages(load: Load) {
  const outage = { longest: 0 };
  let last = { count: load.acknowledged(), at: performance.now() };
  const timer = setInterval(() => {
    const count = load.acknowledged();
    if (count > last.count) last = { count, at: performance.now() };
    outage.longest = Math.max(outage.longest, performance.now() - last.at);
  }, 20);
  return { outage, stop: () => clearInterval(timer) };
}

async function run(settings: Record<string, string>, goal: typeof wanted) {
  const began = Date.now();
  const database = await keepServer(settings);
  closing.push(() => database.stop());
  const mailbox = await startMailbox();
  closing.push(() => mailbox.close());
  const env = { DATABASE_URL: database.url, SMTP_URL: mailbox.url };
  const nodes = [await startNode(env), await startNode(env)];
  const load = await startLoad({ bases: nodes.map(({ url }) => url), registerEvery: 3000 });
  const { outage, stop } = watchOutages(load);
  const kills = await killAtRandom(nodes, database, load, { ...goal, latest: Date.now() + limit });
  stop();
  await load.stop();
  const sql = database.connect();
  const { lost, halfWritten } = await audit(sql, load.ledger);
  // A lost invitation has lost its email, too, so there is nothing to wait for.
  const missing = lost.length > 0 ? [] : await unsentMails(sql, load, mailbox.got);
  await sql.end();
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  return { load, kills, lost, halfWritten, missing, outage: Math.round(outage.longest), minutes };
}

/** Email is sent at least once; one that a dying node was sending is sent again when its lease ends, in two minutes. */
async function unsentMails(sql: ReturnType<KeptServer['connect']>, load: Load, got: Set<string>) {
  const expected = [...load.ledger.invited, ...load.ledger.registered];
  const latest = Date.now() + 240_000;
  for (;;) {
    const [row] = await sql`SELECT count(*)::int AS waiting FROM emails WHERE status = 'PENDING'`;
    const missing = expected.filter((email) => !got.has(email));
    if ((row?.waiting === 0 && missing.length === 0) || Date.now() > latest) return missing;
    await pause(500);
  }
}

describe('kills under load', () => {
  test('nothing that was acknowledged is lost', async () => {
    const { load, kills, lost, halfWritten, missing, outage, minutes } = await run({}, wanted);
    report.add([
      'two nodes, one PostgreSQL',
      load.acknowledged(),
      kills.service,
      kills.database,
      lost.length,
      halfWritten.length,
      missing.length,
      outage,
      minutes,
    ]);
    expect({ lost: lost.slice(0, 5), halfWritten, missing: missing.slice(0, 5) }).toEqual({
      lost: [],
      halfWritten: [],
      missing: [],
    });
    expect(load.figures.violations.slice(0, 5)).toEqual([]);
    expect({ writes: load.acknowledged() >= wanted.writes, ...kills }).toEqual({
      writes: true,
      service: wanted.service,
      database: wanted.database,
    });
  });

  test('the same harness catches the writes that synchronous_commit=off loses', async () => {
    const loose = { synchronous_commit: 'off', wal_writer_delay: '10s' };
    const { load, kills, lost, halfWritten, missing, outage, minutes } = await run(loose, careless);
    report.add([
      'synchronous_commit=off',
      load.acknowledged(),
      kills.service,
      kills.database,
      lost.length,
      halfWritten.length,
      missing.length,
      outage,
      minutes,
    ]);
    expect(lost.length).toBeGreaterThan(0);
  });
});

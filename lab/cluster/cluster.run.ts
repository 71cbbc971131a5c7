import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit, type Ledger } from '../load/ledger.ts';
import { type Load, startLoad } from '../load/load.ts';
import { removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';
import { startMailbox } from '../smtp.ts';
import { type Cluster, connectTo, startCluster, until } from './cluster.ts';
import { type Event, events } from './events.ts';
import { whatIsMissing } from './programs.ts';
import { watchMembers, watchOutage } from './watch.ts';

/** More than everything that an event waits for at most. */
const eventMs = 20 * 60_000;

const report = createReport('cluster', [
  'what happens',
  'DATABASE_URL',
  'acknowledged writes',
  'lost',
  'refused',
  'longest request (s)',
  'without a write (s)',
  'Patroni (s)',
  'two primaries (s)',
  'rebuilt',
]);
const closing: (() => unknown)[] = [];
let cluster: Cluster;
const loads = new Map<string, Load>();

beforeAll(async () => {
  const missing = whatIsMissing();
  if (missing) throw new Error(missing);
  cluster = await startCluster(closing);
  const mailbox = await startMailbox();
  closing.push(() => mailbox.close());
  for (const [way, url] of Object.entries(cluster.urls)) {
    const node = await startNode({ DATABASE_URL: url, SMTP_URL: mailbox.url });
    const load = await startLoad({ bases: [node.url], people: 1, renamers: 2, registerEvery: 3000 });
    loads.set(way, load);
    closing.push(() => load.stop());
  }
}, 5 * 60_000);

afterAll(async () => {
  await removeNodes();
  for (const close of closing.splice(0).reverse()) await close();
  report.write();
}, 2 * 60_000);

for (const [what, happen] of Object.entries(events))
  test(`nothing acknowledged is lost when ${what}`, () => meet(what, happen), eventMs);

async function meet(what: string, happen: Event): Promise<void> {
  await until('a whole cluster', cluster.isWhole);
  await pause(2000);
  const former = await cluster.leader();
  const outages = [...loads].map(([way, load]) => {
    Object.assign(load.figures, { refused: 0, longestMs: 0 });
    return { way, load, before: load.acknowledged(), ...watchOutage(load) };
  });
  const members = watchMembers(cluster.members);
  const began = await happen(cluster, former);
  const rebuilt = await cluster.makeWhole();
  for (const { way, load } of outages) await resumed(way, load);
  await pause(3000);
  for (const each of [...outages, members]) await each.stop();
  const found = await auditAll(outages.map(({ load }) => copyOf(load.ledger)));
  for (const [nth, { way, load, before, longest }] of outages.entries())
    report.add([
      what,
      way,
      load.acknowledged() - before,
      found[nth]?.lost.length ?? 0,
      load.figures.refused,
      seconds(load.figures.longestMs),
      seconds(longest()),
      seconds(members.failOverMs(began, former.name)),
      seconds(members.doubleMs()),
      rebuilt,
    ]);
  const violations = outages.flatMap(({ load }) => load.figures.violations.splice(0)).slice(0, 5);
  expect({ found, violations }).toEqual({
    found: found.map(() => ({ lost: [], halfWritten: [] })),
    violations: [],
  });
}

/** A leader that was just busy changing its mind is asked again; what it then answers counts. */
async function auditAll(ledgers: Ledger[], patience = 10): Promise<Awaited<ReturnType<typeof audit>>[]> {
  const sql = connectTo(await cluster.leader());
  try {
    return await Promise.all(ledgers.map((ledger) => audit(sql, ledger)));
  } catch (error) {
    if (patience === 0) throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
  await pause(5000);
  return auditAll(ledgers, patience - 1);
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

async function resumed(way: string, load: Load): Promise<void> {
  const goal = load.acknowledged() + 20;
  await until(`writes by ${way} again`, async () => load.acknowledged() >= goal);
}

/** What is acknowledged from here on may not be there yet when it is looked for. */
function copyOf(ledger: Ledger): Ledger {
  return structuredClone(ledger);
}

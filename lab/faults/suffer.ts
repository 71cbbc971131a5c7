import { setTimeout as pause } from 'node:timers/promises';
import { findRedisServer, startRedis, type TestRedis } from '@latchkey/server/testing/limit-stores';
import { audit } from '../load/ledger.ts';
import { type Load, startLoad } from '../load/load.ts';
import { type Node, startNode } from '../nodes.ts';
import { startMailbox } from '../smtp.ts';
import { startProxy } from './proxy.ts';
import { type KeptServer, keepServer } from './server.ts';

export type Setting = {
  database: KeptServer;
  node: Node;
  load: Load;
  redis: TestRedis;
  /** Between the service and its mail server. */
  mail: Awaited<ReturnType<typeof startProxy>>;
};

export type Fault = {
  name: string;
  env?: Record<string, string>;
  /** Where the database keeps its data, if that matters. */
  data?(): Promise<string>;
  begin(setting: Setting): unknown;
  end(setting: Setting): unknown;
  holdMs: number;
};

type Close = () => unknown;

async function setUp({ env = {}, data }: Fault, closing: Close[]) {
  const database = await keepServer({}, await data?.());
  closing.push(() => database.stop());
  const mailbox = await startMailbox();
  closing.push(() => mailbox.close());
  const mail = await startProxy(Number(new URL(mailbox.url).port));
  closing.push(() => mail.close());
  const redis = await startRedis(findRedisServer('faults of Redis') ?? 'redis-server');
  closing.push(() => {
    redis.signal('SIGCONT');
    return redis.kill();
  });
  const urls = {
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    REDIS_URL: redis.url,
  };
  const node = await startNode({ ...urls, ...env });
  const load = await startLoad({ bases: [node.url], people: 2 });
  closing.push(() => load.stop());
  return { setting: { database, node, load, redis, mail }, mailbox };
}

const patienceMs = 300_000;

/** Waits for writes. A service that never comes back fails the run instead of stalling it. */
async function more({ acknowledged }: Load, writes: number): Promise<void> {
  const goal = acknowledged() + writes;
  for (const latest = Date.now() + patienceMs; acknowledged() < goal; await pause(20))
    if (Date.now() > latest) throw new Error(`no more writes after ${acknowledged()}`);
}

/** Exposes a service under load to a fault: what was lost, how long anyone waited, and how soon it was over. */
export async function suffer(fault: Fault, closing: Close[]) {
  const { setting, mailbox } = await setUp(fault, closing);
  const { load, database } = setting;
  await more(load, 100);
  load.figures.longestMs = 0;
  load.figures.refused = 0;
  await fault.begin(setting);
  await pause(fault.holdMs);
  await fault.end(setting);
  const over = performance.now();
  const next = load.next();
  await more(load, 100);
  const recovered = Math.round((await next) - over);
  await load.stop();
  const sql = database.connect();
  const { lost, halfWritten } = await audit(sql, load.ledger);
  const unsent = await unsentMails(sql, load, mailbox.got);
  await sql.end();
  const { refused, longestMs, violations } = load.figures;
  return {
    acknowledged: load.acknowledged(),
    refused,
    lost,
    halfWritten,
    unsent,
    longest: Math.round(longestMs),
    recovered,
    violations,
  };
}

/** Email that hit the fault is retried after a while; this cuts that wait short. */
async function unsentMails(sql: ReturnType<KeptServer['connect']>, load: Load, got: Set<string>) {
  for (const latest = Date.now() + 120_000; ; ) {
    const missing = [...load.ledger.invited].filter((email) => !got.has(email));
    if (missing.length === 0 || Date.now() > latest) return missing;
    await sql`UPDATE emails SET next_attempt_at = now() WHERE status = 'PENDING' AND attempts > 0 AND next_attempt_at > now() + interval '3 seconds'`;
    await pause(2000);
  }
}

import { fork } from 'node:child_process';
import { on } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newFeedKey } from '@latchkey/server/testing/checks';
import { Client } from '@latchkey/server/testing/client';
import { environmentOf } from '@latchkey/server/testing/command';
import { newKey } from '@latchkey/server/testing/keys';
import { atEnd } from '@latchkey/server/testing/lifetime';
import { newLoner } from '@latchkey/server/testing/organizations';
import { databaseOn } from '@latchkey/server/testing/own-servers';
import { removeServers } from '@latchkey/server/testing/postgres-servers';
import { startService, type TestService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ways } from '../failover/pair.ts';
import { flag } from '../flag.ts';
import { type Node, removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';
import { startWire } from './wire.ts';

/*
 * Local checks in an application of its own process, beside revocations on two nodes, with faults in between. A check that
 * passes counts by when it began, against the moment at which the revocation had been answered: none may be later than the bound.
 */

const maxStalenessMs = 1000;
const checksEach = flag('checks', 120_000);
const heldSeconds = flag('transaction', 60);
const revocations = 40;
const report = createReport('local-checks', [
  'meanwhile',
  'checks',
  'answered locally',
  'revocations',
  'latest pass after one (ms)',
]);

let service: TestService;
let pair: Awaited<ReturnType<(typeof ways)['two hosts']>>['pair'];
let nodes: [Node, Node];
let wire: Awaited<ReturnType<typeof startWire>>;
let feedKey: string;

beforeAll(async () => {
  const made = await ways['two hosts']();
  pair = made.pair;
  const database = await databaseOn(made.url);
  service = await startService({ database });
  const env = { ...environmentOf(service), DATABASE_URL: made.url, RESEND_API_KEY: 're_of_no_use' };
  nodes = [await startNode(env), await startNode(env)];
  wire = await startWire(nodes.map(({ port }) => port));
  feedKey = await newFeedKey(service);
});
afterAll(async () => {
  report.write();
  await removeNodes();
  await removeServers();
});

const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

type Credential = { headers: Record<string, string>; revoke(through: Node): Promise<boolean> };

/** A key or a session, in turns. Revoked through one node after the other, until one of them says that it is. */
async function newCredential(nth: number): Promise<Credential> {
  const { client } = await newLoner(service);
  const made = nth % 2 ? await newKey(client) : undefined;
  return {
    headers: made
      ? { authorization: `Bearer ${made.key}` }
      : { cookie: `latchkey_session=${client.cookies.get('latchkey_session')}` },
    async revoke({ url }) {
      const there = new Client(url);
      for (const [name, value] of client.cookies) there.cookies.set(name, value);
      const [method, path] = made ? ['DELETE', `/api/keys/${made.id}`] : ['POST', '/api/auth/logout'];
      const answer = await there.send(method as string, path as string).catch(() => undefined);
      // The answer to an earlier attempt may be what was lost.
      return answer !== undefined && [200, 204, 401, 404].includes(answer.status);
    },
  };
}

type Told = { checks: number; hits: number; lastPass: (number | null)[] };
type Application = Awaited<ReturnType<typeof startApplication>>;

async function startApplication(requests: { headers: Record<string, string> }[]) {
  const program = fileURLToPath(new URL('application.mjs', import.meta.url));
  // With the SDK as it was built, not as the tests find it.
  const child = fork(program, { execArgv: [], env: { PATH: process.env.PATH } });
  atEnd(() => void child.kill('SIGKILL'));
  const messages = on(child, 'message');
  const next = async () => (await messages.next()).value[0];
  child.send({ url: wire.url, local: { key: feedKey, maxStalenessMs }, requests, least: checksEach });
  await next();
  return {
    send: (signal: NodeJS.Signals) => void child.kill(signal),
    setClock: (ms: number) => void child.send({ clock: ms }),
    async end(): Promise<Told> {
      child.send({ stop: true });
      return next();
    },
  };
}

const hour = 3_600_000;

/** What goes wrong while credentials are revoked, until everything is as it was. */
const faults: Record<string, (application: Application) => Promise<unknown> | undefined> = {
  nothing: () => undefined,
  'the network cut, again and again': async () => {
    for (let n = 0; n < 5; n++) {
      wire.become({ kind: 'cut' });
      await pause(700);
      wire.become({ kind: 'pass' });
      await pause(700);
    }
  },
  'each packet 300 ms late': async () => {
    wire.become({ kind: 'slow', ms: 300 });
    await pause(7000);
    wire.become({ kind: 'pass' });
  },
  'connections closed one way': async () => {
    for (let n = 0; n < 3; n++) {
      await pause(500);
      wire.become({ kind: 'half' });
      await pause(1500);
      wire.become({ kind: 'cut' });
      wire.become({ kind: 'pass' });
    }
  },
  'connections that stay open and carry nothing': async () => {
    await pause(1000);
    wire.become({ kind: 'silent' });
    await pause(4000);
    wire.become({ kind: 'cut' });
    wire.become({ kind: 'pass' });
  },
  'a node killed, and started again': async () => {
    await nodes[0].kill();
    await pause(2000);
    await nodes[0].start();
  },
  'the application suspended (SIGSTOP), three times': async (application) => {
    for (const ms of [500, 2000, 3000]) {
      application.send('SIGSTOP');
      await pause(ms);
      application.send('SIGCONT');
      await pause(300);
    }
  },
  'the wall clock set back and ahead by an hour': async (application) => {
    for (const by of [-hour, hour, 0]) {
      application.setClock(by);
      await pause(1500);
    }
  },
  'a transaction open all the time': () =>
    service.sql.begin(async (tx) => {
      await tx`UPDATE organizations SET name = name || '.' WHERE id = (SELECT id FROM organizations LIMIT 1)`;
      await tx`SELECT pg_sleep(${heldSeconds})`;
    }),
  'the primary killed, its standby promoted': async () => {
    await pause(2000);
    await pair.primary.stop('SIGKILL');
    await pause(1000);
    await pair.standby.order('SELECT pg_promote()');
  },
};

async function revokeAll(credentials: Credential[]): Promise<number[]> {
  const revokedAt: number[] = [];
  for (const [nth, { revoke }] of credentials.slice(0, revocations).entries()) {
    for (let attempt = nth; !(await revoke(nodes[attempt % 2] ?? nodes[0])); attempt++) await pause(50);
    revokedAt.push(nowMs());
    await pause(120);
  }
  return revokedAt;
}

test.each(Object.entries(faults))('none passes later than the bound: %s', async (name, fail) => {
  const credentials = await Promise.all(
    Array.from({ length: revocations + 10 }, (_, nth) => newCredential(nth)),
  );
  const application = await startApplication(credentials.map(({ headers }) => ({ headers })));
  const [revokedAt] = await Promise.all([revokeAll(credentials), fail(application)]);
  await pause(2 * maxStalenessMs);
  const { checks, hits, lastPass } = await application.end();
  const late = revokedAt.map((at, nth) => (lastPass[nth] ?? Number.NEGATIVE_INFINITY) - at);
  const latest = Math.max(...late);
  const shown = latest > 0 ? Math.round(latest) : 'none';
  report.add([name, checks.toLocaleString('en'), hits.toLocaleString('en'), revokedAt.length, shown]);
  expect(checks).toBeGreaterThanOrEqual(checksEach);
  expect(hits).toBeGreaterThan(checks / 2);
  expect(lastPass.slice(revocations).every((at) => at !== null && at > (revokedAt.at(-1) ?? 0))).toBe(true);
  expect(latest).toBeLessThanOrEqual(maxStalenessMs);
});

import { setTimeout as pause } from 'node:timers/promises';
import { findRedisServer } from '@latchkey/server/testing/limit-stores';
import { freePort } from '@latchkey/server/testing/net';
import { removeServers } from '@latchkey/server/testing/postgres-servers';
import { ask, startRedisCluster, startWatched } from '@latchkey/server/testing/redis-groups';
import { afterAll, afterEach, expect, test } from 'vitest';
import { keepServer } from '../faults/server.ts';
import { createHttp } from '../load/http.ts';
import { removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';

const binary = findRedisServer('Sentinel and Redis Cluster under load') ?? 'redis-server';
const longestWaitMs = 2000;

const report = createReport('redis', [
  'what happens',
  'requests',
  'not answered as usual',
  'longest (ms)',
  'not counted',
  'seconds until all are counted',
]);
afterAll(() => report.write());
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await removeNodes();
  await removeServers();
});

type Watched = Awaited<ReturnType<typeof startWatched>>;
type Cluster = Awaited<ReturnType<typeof startRedisCluster>>;

const byPort = (watched: Watched, port: number) => watched.servers.find((server) => server.port === port);
const sentinelEvents: [string, (watched: Watched) => Promise<unknown>][] = [
  ['the master is killed', async (watched) => byPort(watched, await watched.masterPort())?.kill()],
  ['the master is frozen', async (watched) => byPort(watched, await watched.masterPort())?.signal('SIGSTOP')],
  ['the sentinels are told to switch', (watched) => watched.switchOver()],
  ['all sentinels are killed', (watched) => Promise.all(watched.sentinels.map((each) => each.kill()))],
];
const clusterEvents: [string, (cluster: Cluster) => Promise<unknown>][] = [
  ['a master is killed', async ({ servers: [master] }) => master?.kill()],
  ['a master is frozen', async ({ servers: [master] }) => master?.signal('SIGSTOP')],
  [
    'a replica is told to take over',
    async ({ servers: [, , , replica] }) => ask(replica?.port ?? 0, 'CLUSTER', 'FAILOVER'),
  ],
  [
    'every member is killed and started again, one by one',
    async ({ servers }) => {
      for (const server of servers) {
        await server.kill();
        await pause(1000);
        await server.restart();
        await pause(3000);
      }
    },
  ],
];

for (const [what, happen] of sentinelEvents)
  test(`with sentinels, ${what}`, async () => {
    const watched = await startWatched(binary, { replicas: 2, sentinels: 3, downAfterMs: 2000 });
    await meet(`with sentinels, ${what}`, watched.url, () => happen(watched));
  });
for (const [what, happen] of clusterEvents)
  test(`in a cluster, ${what}`, async () => {
    const cluster = await startRedisCluster(binary, { replicas: 1, nodeTimeoutMs: 2000 });
    await meet(`in a cluster, ${what}`, cluster.url, () => happen(cluster));
  });

async function uncounted(ports: number[]): Promise<number> {
  const texts = await Promise.all(
    ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  );
  return texts
    .map((text) => Number(/^latchkey_rate_limiter_fail_open_total\S* (\d+)/m.exec(text)?.[1] ?? 0))
    .reduce((sum, each) => sum + each);
}

async function meet(name: string, url: string, happen: () => Promise<unknown>): Promise<void> {
  const database = await keepServer();
  closing.push(() => database.stop());
  const ports = [await freePort(), await freePort()];
  const bases = await Promise.all(
    ports.map(async (port) => {
      const env = { DATABASE_URL: database.url, SMTP_URL: 'smtp://127.0.0.1:1', REDIS_URL: url };
      return (await startNode({ ...env, TRUST_PROXY: 'loopback', METRICS_PORT: String(port) })).url;
    }),
  );
  const load = startCounted(bases);
  await pause(2000);
  expect(await uncounted(ports)).toBe(0);
  const began = performance.now();
  await happen();
  const seconds = await untilSteady(ports, began);
  await pause(1000);
  await load.stop();
  const { sent, odd, longestMs } = load.figures;
  report.add([name, sent, odd.length, Math.round(longestMs), await uncounted(ports), seconds]);
  expect(odd.slice(0, 5)).toEqual([]);
  expect(longestMs).toBeLessThan(longestWaitMs);
}

/** When the last request was let through uncounted, if none was for three seconds. */
async function untilSteady(ports: number[], began: number): Promise<string> {
  const happened = performance.now();
  let [count, changed] = [0, began];
  while (performance.now() - changed < 3000 || performance.now() - happened < 8000) {
    expect(performance.now() - began).toBeLessThan(120_000);
    await pause(100);
    const now = await uncounted(ports);
    if (now !== count) [count, changed] = [now, performance.now()];
  }
  return ((changed - began) / 1000).toFixed(1);
}

/** Requests that are counted and refused for what they ask, each from another address, so that counters are many. */
function startCounted(bases: string[]) {
  const http = createHttp();
  const figures = { sent: 0, odd: [] as string[], longestMs: 0 };
  let running = true;
  async function loop(nth: number): Promise<void> {
    while (running) {
      figures.sent += 1;
      const headers = { 'x-forwarded-for': `198.51.100.${figures.sent % 250}`, origin: 'http://localhost' };
      const reply = await http.send(bases[(figures.sent + nth) % bases.length] ?? '', {
        method: 'POST',
        path: '/api/auth/login',
        headers,
        body: {},
      });
      figures.longestMs = Math.max(figures.longestMs, reply.ms);
      if (reply.status !== 400)
        figures.odd.push(`${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`);
      await pause(20);
    }
  }
  const loops = Array.from({ length: 8 }, (_, nth) => loop(nth));
  return {
    figures,
    async stop() {
      running = false;
      await Promise.all(loops);
      http.close();
    },
  };
}

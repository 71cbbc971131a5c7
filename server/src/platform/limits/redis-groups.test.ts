import { findRedisServer, startRedis } from '@latchkey/server/testing/limit-stores';
import { freePort } from '@latchkey/server/testing/net';
import { ask, redisPassword, startRedisCluster, startWatched } from '@latchkey/server/testing/redis-groups';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLimiter, type LimitStore } from './limiter.ts';
import { redisStore } from './redis.ts';

const binary = findRedisServer('the rate limits with Sentinel and Redis Cluster') ?? '';
/** Longer than `backInService` moves the clock. */
const rule = { limit: 1, windowMs: 86_400_000 };

let now = Date.parse('2026-01-01T00:00:00.000Z');
const clock = { now: () => new Date(now), instant: () => now * 1000 };
const onFailOpen = vi.fn();
const log = { warn: vi.fn() };
const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
  vi.clearAllMocks();
});

function storeAt(url: string): LimitStore {
  const store = redisStore(url, clock);
  opened.push(store);
  return store;
}

/** Patient, for a machine that is busy. */
function limiterAt(url: string) {
  return createLimiter({ store: storeAt(url), clock, log, timeoutMs: 20_000, onFailOpen });
}

const counts = (store: LimitStore, keys: string[]) =>
  Promise.all(keys.map(async (key) => (await store.hit(key, 60_000)).count));
const many = Array.from({ length: 60 }, (_, n) => `ip:${n}`);

/** Waits until requests are counted, moving the clock past the breaker for each try. */
async function backInService(limiter: ReturnType<typeof limiterAt>): Promise<void> {
  const isCounted = async () => {
    now += 1000;
    const before = onFailOpen.mock.calls.length;
    await limiter.check('someone', rule);
    return onFailOpen.mock.calls.length === before;
  };
  await vi.waitUntil(isCounted, { timeout: 120_000, interval: 20 });
}

describe.skipIf(!binary)('limits counted in a Redis that sentinels watch', () => {
  test('go on at the new master, and let requests through meanwhile', async () => {
    const watched = await startWatched(binary);
    const limiter = limiterAt(watched.url);
    expect(await limiter.check('login:ada', rule)).toMatchObject({ limited: false });
    expect(await limiter.check('login:ada', rule)).toMatchObject({ limited: true });
    const [master, replica] = watched.servers;
    const held = () => ask(replica?.port ?? 0, 'GET', 'latchkey:limit:login:ada');
    // A master answers before its replica has the count.
    await vi.waitUntil(async () => Number(await held()) > 0, { timeout: 60_000, interval: 20 });
    await master?.kill();
    expect(await limiter.check('login:ada', rule)).toMatchObject({ limited: false });
    expect(onFailOpen).toHaveBeenCalledTimes(1);
    expect(log.warn).toHaveBeenCalledTimes(1);
    await backInService(limiter);
    expect(await watched.masterPort()).toBe(replica?.port);
    expect(Number(await held())).toBeGreaterThan(0);
    expect(await limiter.check('login:ada', rule)).toMatchObject({ limited: true });
  });

  test('say in a word what is wrong with the address', async () => {
    const watched = await startWatched(binary);
    const at = (url: string) => storeAt(url).hit('ip:1', 60_000);
    await expect(at(watched.url.replace('/mymaster', '/yours'))).rejects.toMatchObject({
      code: 'UNKNOWN_MASTER',
    });
    await expect(at(watched.url.replace('sentinel-test', 'wrong'))).rejects.toMatchObject({
      code: 'WRONGPASS',
    });
    await expect(at(watched.url.replace(/\?.*/, ''))).rejects.toMatchObject({ code: 'NOAUTH' });
    await expect(at(watched.url.replace(redisPassword, 'wrong'))).rejects.toMatchObject({
      code: 'WRONGPASS',
    });
    await expect(at(`redis+sentinel://127.0.0.1:${await freePort()}/mymaster`)).rejects.toMatchObject({
      code: 'NO_SENTINEL',
    });
    const replica = watched.servers[1]?.url ?? '';
    await expect(at(replica)).rejects.toMatchObject({ code: 'READONLY' });
  });
});

describe.skipIf(!binary)('limits counted in a Redis Cluster', () => {
  test('are spread over its masters, shared by nodes, and cleared on all of them', async () => {
    const cluster = await startRedisCluster(binary);
    const [one, other] = [storeAt(cluster.url), storeAt(cluster.url)];
    expect(await counts(one, many)).toEqual(many.map(() => 1));
    expect(await counts(other, many)).toEqual(many.map(() => 2));
    const kept = await Promise.all(cluster.servers.map(({ port }) => ask(port, 'DBSIZE')));
    expect(kept.map(Number).every((size) => size > 0)).toBe(true);
    expect(kept.map(Number).reduce((sum, size) => sum + size)).toBe(many.length);
    await other.clear();
    expect(await Promise.all(cluster.servers.map(({ port }) => ask(port, 'DBSIZE')))).toEqual([0, 0, 0]);
  });

  test('go on after a replica took the place of its master', async () => {
    const cluster = await startRedisCluster(binary, { replicas: 1 });
    const limiter = limiterAt(cluster.url);
    await Promise.all(many.map((key) => limiter.check(key, rule)));
    expect(onFailOpen).not.toHaveBeenCalled();
    const [master, , , replica] = cluster.servers;
    await master?.kill();
    // At once, without the others' votes: how long these take is theirs.
    await ask(replica?.port ?? 0, 'CLUSTER', 'FAILOVER', 'TAKEOVER');
    const allCounted = async () => {
      now += 1000;
      await backInService(limiter);
      const before = onFailOpen.mock.calls.length;
      await Promise.all(many.map((key) => limiter.check(key, rule)));
      return onFailOpen.mock.calls.length === before;
    };
    await vi.waitUntil(allCounted, { timeout: 120_000, interval: 20 });
  });

  test('say in a word what is wrong with the address', async () => {
    const single = await startRedis(binary);
    const at = (url: string) => storeAt(url).hit('ip:1', 60_000);
    const asCluster = single.url.replace('redis:', 'redis+cluster:');
    await expect(at(asCluster)).rejects.toMatchObject({ code: 'NOT_A_CLUSTER' });
    await expect(at(asCluster.replace(redisPassword, 'wrong'))).rejects.toMatchObject({ code: 'WRONGPASS' });
    await expect(at(`redis+cluster://127.0.0.1:${await freePort()}`)).rejects.toMatchObject({
      code: 'NOT_CONNECTED',
    });
    const { servers } = await startRedisCluster(binary);
    const elsewhere = counts(storeAt(servers[0]?.url ?? ''), many);
    await expect(elsewhere).rejects.toMatchObject({ code: 'MOVED' });
  });
});

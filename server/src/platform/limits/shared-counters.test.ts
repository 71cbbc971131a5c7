import { started } from '@latchkey/server/testing/lifetime';
import { findRedisServer, startRedis, startUpstash } from '@latchkey/server/testing/limit-stores';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LimitStore } from './limiter.ts';
import { redisStore } from './redis.ts';
import { upstashStore } from './upstash.ts';

const binary = findRedisServer('the shared rate limit stores');
const start = Date.parse('2026-01-01T00:00:00.000Z');
const clock = { now: () => new Date(start), instant: () => start * 1000 };
const token = 'upstash-test-token';

describe.skipIf(!binary)('the shared stores', () => {
  const redis = started(() => startRedis(binary ?? ''));
  const upstash = started(() => startUpstash(redis.url, token));
  let client: Redis;

  beforeAll(async () => {
    client = new Redis(redis.url);
  });
  afterAll(async () => {
    client?.disconnect();
  });

  describe.each([
    { name: 'Redis', open: () => redisStore(redis.url, clock) },
    // Patient: what counts here is how it counts, on a busy machine too.
    { name: 'Upstash', open: () => upstashStore(upstash.url, token, clock, 60_000) },
  ])('$name', ({ open }) => {
    let one: LimitStore;
    let other: LimitStore;

    beforeEach(async () => {
      await client.flushall();
      one = open();
      other = open();
    });
    afterEach(async () => {
      await one.close();
      await other.close();
    });

    test('counts no more than the most it is told, and goes on from there when that is raised', async () => {
      const hits = await Promise.all(Array.from({ length: 20 }, () => one.hit('key:1', 60_000, 3)));
      expect(hits.filter(({ count }) => count <= 3)).toHaveLength(3);
      expect((await other.hit('key:1', 60_000, 3)).count).toBe(4);
      expect((await other.hit('key:1', 60_000, 5)).count).toBe(4);
      expect((await other.hit('key:1', 60_000, 5)).count).toBe(5);
      expect((await one.hit('key:2', 60_000, 0)).count).toBe(1);
      expect((await one.hit('key:2', 60_000, 0)).count).toBe(1);
      expect(await client.pttl('latchkey:limit:key:1')).toBeGreaterThan(0);
      expect(await client.exists('latchkey:limit:key:2')).toBe(0);
    });

    test('counts each of many parallel hits from two nodes exactly once', async () => {
      const hits = await Promise.all(
        Array.from({ length: 200 }, (_, n) => (n % 2 ? one : other).hit('ip:1', 60_000)),
      );
      const counts = hits.map(({ count }) => count).sort((a, b) => a - b);
      expect(counts).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
      expect((await one.hit('ip:2', 60_000)).count).toBe(1);
    });

    test("takes the end of the window from Redis's own TTL", async () => {
      expect(await one.hit('ip:1', 60_000)).toEqual({ count: 1, resetAt: new Date(start + 60_000) });
      await client.pexpire('latchkey:limit:ip:1', 30_000);
      const { count, resetAt } = await other.hit('ip:1', 60_000);
      expect(count).toBe(2);
      expect(resetAt.getTime() - start).toBeGreaterThan(25_000);
      expect(resetAt.getTime() - start).toBeLessThanOrEqual(30_000);
    });

    test('starts over when the window has ended', async () => {
      await one.hit('ip:1', 150);
      await one.hit('ip:1', 150);
      await vi.waitUntil(async () => (await client.exists('latchkey:limit:ip:1')) === 0, {
        timeout: 60_000,
        interval: 20,
      });
      expect((await other.hit('ip:1', 150)).count).toBe(1);
    });

    test('repairs a counter that never expires or that expires after its window', async () => {
      await client.set('latchkey:limit:endless', 7);
      expect(await one.hit('endless', 60_000)).toEqual({ count: 8, resetAt: new Date(start + 60_000) });
      expect(await client.pttl('latchkey:limit:endless')).toBeGreaterThan(0);
      await client.set('latchkey:limit:long', 7, 'PX', 3_600_000);
      expect(await one.hit('long', 60_000)).toEqual({ count: 8, resetAt: new Date(start + 60_000) });
    });

    test("clears Latchkey's counters and nothing else", async () => {
      const others = ['app:session', 'latchkey:other', 'x:latchkey:limit:y', 'latchkey:limit'];
      await client.mset(others.flatMap((key) => [key, 'stays']));
      await client.mset(Array.from({ length: 2500 }, (_, n) => [`latchkey:limit:many:${n}`, '1']).flat());
      await one.hit('ip:1', 60_000);
      await other.clear();
      expect((await client.keys('*')).sort()).toEqual([...others].sort());
      expect((await one.hit('ip:1', 60_000)).count).toBe(1);
    });

    test('rejects when Redis refuses to count', async () => {
      await client.lpush('latchkey:limit:list', 'x');
      await expect(one.hit('list', 60_000)).rejects.toThrow('WRONGTYPE');
    });
  });

  test('the Upstash store sends one request per hit, and no headers that tell about this machine', async () => {
    const store = upstashStore(upstash.url, token, clock);
    upstash.requests.length = 0;
    await store.hit('ip:1', 60_000);
    expect(upstash.requests).toHaveLength(1);
    const { authorization, 'user-agent': agent, ...rest } = upstash.requests[0] ?? {};
    expect({ authorization, agent }).toEqual({ authorization: `Bearer ${token}`, agent: 'node' });
    expect(Object.keys(rest).filter((name) => /telemetry|platform|runtime|version|sdk/.test(name))).toEqual(
      [],
    );
  });
});

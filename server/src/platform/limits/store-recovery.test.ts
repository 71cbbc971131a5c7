import {
  findRedisServer,
  startRedis,
  startUpstash,
  type TestRedis,
} from '@latchkey/server/testing/limit-stores';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLimiter, type Limiter, type LimitStore } from './limiter.ts';
import { redisStore } from './redis.ts';
import { upstashStore } from './upstash.ts';

const binary = findRedisServer('the recovery of the rate limits after an outage');
const token = 'upstash-test-token';
const key = 'login:ada@example.com';
const rule = { limit: 1, windowMs: 60_000 };

let now = Date.parse('2026-01-01T00:00:00.000Z');
const clock = { now: () => new Date(now), instant: () => now * 1000 };
const onFailOpen = vi.fn();

describe.skipIf(!binary)('the limiter over a real Redis', () => {
  let redis: TestRedis;
  let limiter: Limiter;

  beforeEach(async () => {
    redis = await startRedis(binary ?? '');
  });
  afterEach(async () => {
    await limiter?.close();
    await redis?.kill();
  });

  test('counts again after Redis is killed and comes back', async () => {
    limiter = limiterOver(redisStore(redis.url, clock));
    await expectCounting(limiter);
    await redis.kill();
    await expectFailOpen(limiter);
    await redis.restart();
    await backInService(limiter);
    await expectCounting(limiter);
  });

  test('starts counting when Redis starts after the service', async () => {
    await redis.kill();
    limiter = limiterOver(redisStore(redis.url, clock));
    await expectFailOpen(limiter);
    await redis.restart();
    await backInService(limiter);
    await expectCounting(limiter);
  });

  test('counts again after Redis hangs with a hit in flight', async () => {
    limiter = limiterOver(redisStore(redis.url, clock));
    await expectCounting(limiter);
    redis.signal('SIGSTOP');
    await expectFailOpen(limiter);
    redis.signal('SIGCONT');
    await backInService(limiter);
    await expectCounting(limiter);
  });

  test('counts again after the Upstash service goes away and comes back', async () => {
    const upstash = await startUpstash(redis.url, token);
    limiter = limiterOver(upstashStore(upstash.url, token, clock));
    await expectCounting(limiter);
    await upstash.close();
    await expectFailOpen(limiter);
    await startUpstash(redis.url, token, Number(new URL(upstash.url).port));
    await backInService(limiter);
    await expectCounting(limiter);
  });
});

function limiterOver(store: LimitStore): Limiter {
  return createLimiter({ store, clock, log: { warn: () => undefined }, onFailOpen });
}

async function expectFailOpen(limiter: Limiter): Promise<void> {
  const before = onFailOpen.mock.calls.length;
  expect(await limiter.check(key, rule)).toMatchObject({ limited: false, remaining: 0 });
  expect(onFailOpen).toHaveBeenCalledTimes(before + 1);
}

async function expectCounting(limiter: Limiter): Promise<void> {
  await limiter.clear();
  const before = onFailOpen.mock.calls.length;
  expect(await limiter.check(key, rule)).toMatchObject({ limited: false });
  expect(await limiter.check(key, rule)).toMatchObject({ limited: true, retryAfterSeconds: 60 });
  expect(onFailOpen).toHaveBeenCalledTimes(before);
}

/** Waits for the client to reconnect, moving the clock past the breaker for each try. */
async function backInService(limiter: Limiter): Promise<void> {
  const isCounted = async () => {
    now += 1000;
    const before = onFailOpen.mock.calls.length;
    await limiter.check(key, rule);
    return onFailOpen.mock.calls.length === before;
  };
  await vi.waitUntil(isCounted, { timeout: 60_000, interval: 50 });
}

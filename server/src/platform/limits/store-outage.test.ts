import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { findRedisServer, startRedis, startUpstash } from '@latchkey/server/testing/limit-stores';
import { closed, freePort, listen, startHangingServer } from '@latchkey/server/testing/net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLimiter, type Limiter, type LimitStore } from './limiter.ts';
import { redisStore } from './redis.ts';
import { upstashStore } from './upstash.ts';

const binary = findRedisServer('wrong secrets for the rate limit stores');
const secret = 'hush-hush-secret';
const key = 'login:ada@example.com';
const rule = { limit: 1, windowMs: 60_000 };

const now = Date.parse('2026-01-01T00:00:00.000Z');
const clock = { now: () => new Date(now), instant: () => now * 1000 };
const log = { warn: vi.fn() };
const onFailOpen = vi.fn();
/** What a test opened; closed afterwards in reverse order. */
const opened: { close(): Promise<void> }[] = [];

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
  expect(console.error).not.toHaveBeenCalled();
  expect(console.warn).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

const stores = [
  { name: 'Redis', open: (port: number) => redisStore(`redis://:${secret}@127.0.0.1:${port}`, clock) },
  { name: 'Upstash', open: (port: number) => upstashStore(`http://127.0.0.1:${port}`, secret, clock) },
];

describe.each(stores)('the limiter over $name', ({ open }) => {
  test('allows requests when nothing is listening', async () => {
    const limiter = limiterOver(open(await freePort()));
    await expectFailOpen(limiter);
    expectWarning('ECONNREFUSED');
    await expect(limiter.clear()).rejects.toThrow();
  });

  test('allows the first request after the timeout when the store hangs, and later ones right away', async () => {
    const limiter = limiterOver(open(await hangingPort()));
    const first = await timed(limiter);
    expect(first).toBeGreaterThan(240);
    const begin = performance.now();
    for (let n = 0; n < 20; n += 1) await expectFailOpen(limiter);
    // Twenty that each waited would take twenty times as long as the first.
    expect(performance.now() - begin).toBeLessThan(10 * first);
    expect(onFailOpen).toHaveBeenCalledTimes(21);
    expectWarning('TIMEOUT');
  });

  test('gives up on a server that never responds', async () => {
    const store = open(await hangingPort());
    opened.push(store);
    await expect(store.hit(key, 60_000)).rejects.toThrow();
  });
});

test('the Redis store rejects an invalid URL without exposing its password', () => {
  const open = () => redisStore(`redis://:${secret}@127.0.0.1:99999`, clock);
  expect(open).toThrow(
    expect.toSatisfy((error) => error.code === 'ERR_INVALID_URL' && !inspect(error).includes(secret)),
  );
});

test('the Upstash store never sends a hit twice', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const port = await listen(server, 0);
  opened.push({ close: () => closed(server) });
  const store = upstashStore(`http://127.0.0.1:${port}`, secret, clock);
  await expect(store.hit(key, 60_000)).rejects.toThrow();
  expect(connections).toBe(1);
});

describe.skipIf(!binary)('the limiter over a real Redis', () => {
  test('reports a wrong password or token without revealing it', async () => {
    const redis = await startRedis(binary ?? '');
    opened.push({ close: () => redis.kill() });
    const wrongUrl = redis.url.replace(/:[^:@]+@/, `:${secret}@`);
    await expectFailOpen(limiterOver(redisStore(wrongUrl, clock)));
    expectWarning('WRONGPASS');
    log.warn.mockClear();
    const upstash = await startUpstash(redis.url, 'the-right-token');
    opened.push(upstash);
    await expectFailOpen(limiterOver(upstashStore(upstash.url, secret, clock)));
    expectWarning('WRONGPASS');
  });
});

function limiterOver(store: LimitStore): Limiter {
  const limiter = createLimiter({ store, clock, log, onFailOpen });
  opened.push(limiter);
  return limiter;
}

async function hangingPort(): Promise<number> {
  const server = await startHangingServer();
  opened.push(server);
  return server.port;
}

/** How long an allowed and uncounted request took. */
async function timed(limiter: Limiter): Promise<number> {
  const begin = performance.now();
  await expectFailOpen(limiter);
  return performance.now() - begin;
}

async function expectFailOpen(limiter: Limiter): Promise<void> {
  const before = onFailOpen.mock.calls.length;
  expect(await limiter.check(key, rule)).toMatchObject({ limited: false, remaining: 0 });
  expect(onFailOpen).toHaveBeenCalledTimes(before + 1);
}

function expectWarning(reason: string): void {
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ reason, uncounted: 1 }, expect.any(String));
  const text = JSON.stringify(log.warn.mock.calls);
  for (const each of [secret, 'redis-test-password', 'ada@example.com']) expect(text).not.toContain(each);
}

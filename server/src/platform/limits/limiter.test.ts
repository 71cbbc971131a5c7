import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createLimiter, type Limiter, type LimitStore } from './limiter.ts';
import { memoryStore } from './memory.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');
const rule = { limit: 2, windowMs: 60_000 };
const allowed = {
  limited: false,
  limit: 2,
  remaining: 1,
  resetAt: new Date(start + 60_000),
  retryAfterSeconds: 0,
};

let now: number;
const clock = { now: () => new Date(now), instant: () => now * 1000 };
const log = { warn: vi.fn() };
const onFailOpen = vi.fn();

beforeEach(() => {
  now = start;
  vi.clearAllMocks();
});

describe('the limiter over a working store', () => {
  test('limits requests past the limit until the window ends', async () => {
    const limiter = createLimiter({ store: memoryStore(clock), clock, log, onFailOpen });
    expect(await limiter.check('a', rule)).toEqual(allowed);
    now += 500;
    expect(await limiter.check('a', rule)).toEqual({ ...allowed, remaining: 0 });
    const limited = { ...allowed, limited: true, remaining: 0 };
    expect(await limiter.check('a', rule)).toEqual({ ...limited, retryAfterSeconds: 60 });
    now = start + 59_999;
    expect(await limiter.check('a', rule)).toEqual({ ...limited, retryAfterSeconds: 1 });
    now = start + 60_000;
    expect(await limiter.check('a', rule)).toMatchObject({ limited: false, remaining: 1 });
    expect(onFailOpen).not.toHaveBeenCalled();
    await limiter.clear();
    expect(await limiter.check('a', rule)).toMatchObject({ remaining: 1 });
    await limiter.close();
  });

  test('tells a limited request to wait at least a second, even at the very end of its window', async () => {
    const store = storeThat(async () => ({ count: 3, resetAt: new Date(now) }));
    const limiter = createLimiter({ store, clock, log });
    expect(await limiter.check('a', rule)).toMatchObject({ limited: true, retryAfterSeconds: 1 });
  });
});

describe('the limiter over a failing store', () => {
  let limiter: Limiter;
  const hit = vi.fn<LimitStore['hit']>();

  beforeEach(() => {
    hit.mockReset();
    limiter = createLimiter({ store: storeThat(hit), clock, log, timeoutMs: 30, onFailOpen });
  });

  test('allows the request when the store rejects or throws', async () => {
    hit.mockRejectedValueOnce(new Error('down'));
    expect(await limiter.check('a', rule)).toEqual(allowed);
    now += 1000;
    hit.mockImplementationOnce(() => {
      throw new Error('down');
    });
    expect(await limiter.check('a', rule)).toMatchObject({ limited: false, remaining: 1 });
    expect(onFailOpen).toHaveBeenCalledTimes(2);
  });

  test('is in the log at the start, before any request', async () => {
    const limiter = createLimiter({ store: storeThat(() => Promise.reject(new Error('down'))), clock, log });
    await limiter.tryStore();
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  test('allows the request when the store hangs, and handles the late rejection', async () => {
    let rejectLate: (error: Error) => void = () => undefined;
    hit.mockReturnValueOnce(
      new Promise((_resolve, reject) => {
        rejectLate = reject;
      }),
    );
    expect(await limiter.check('a', rule)).toEqual(allowed);
    const unhandled = vi.fn();
    process.once('unhandledRejection', unhandled);
    rejectLate(new Error('too late'));
    await delay(0);
    process.removeListener('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(log.warn).toHaveBeenCalledExactlyOnceWith({ reason: 'TIMEOUT', uncounted: 1 }, expect.any(String));
  });

  test('skips the store for a second, then lets one request try it', async () => {
    hit.mockRejectedValueOnce(new Error('down'));
    await limiter.check('a', rule);
    now += 999;
    await limiter.check('a', rule);
    expect(hit).toHaveBeenCalledTimes(1);
    now += 1;
    hit.mockReturnValueOnce(new Promise(() => undefined));
    await Promise.all([limiter.check('a', rule), limiter.check('a', rule), limiter.check('b', rule)]);
    expect(hit).toHaveBeenCalledTimes(2);
    expect(onFailOpen).toHaveBeenCalledTimes(5);
    now += 1000;
    hit.mockResolvedValue({ count: 3, resetAt: new Date(now + 5000) });
    expect(await limiter.check('a', rule)).toMatchObject({ limited: true, retryAfterSeconds: 5 });
    expect(await limiter.check('a', rule)).toMatchObject({ limited: true });
    expect(onFailOpen).toHaveBeenCalledTimes(5);
  });

  test('keeps trying the store when the clock is set back', async () => {
    hit.mockRejectedValueOnce(new Error('down'));
    await limiter.check('a', rule);
    now -= 3_600_000;
    hit.mockResolvedValueOnce({ count: 3, resetAt: new Date(now + 5000) });
    expect(await limiter.check('a', rule)).toMatchObject({ limited: true });
  });

  test('warns at most every ten seconds, with the number of requests it let through', async () => {
    hit.mockRejectedValue(new Error('ERR failed for ada@example.com with s3cret'));
    for (let second = 0; second <= 10; second += 1) {
      await limiter.check('ada@example.com', rule);
      await limiter.check('ada@example.com', rule);
      now += 1000;
    }
    const details = log.warn.mock.calls.map(([each]) => each);
    expect(details).toEqual([
      { reason: 'ERR', uncounted: 1 },
      { reason: 'ERR', uncounted: 20 },
    ]);
  });

  test('rejects when clearing fails', async () => {
    const store = { ...storeThat(hit), clear: () => Promise.reject(new Error('down')) };
    await expect(createLimiter({ store, clock, log }).clear()).rejects.toThrow('down');
  });
});

function storeThat(hit: LimitStore['hit']): LimitStore {
  return { hit, clear: async () => undefined, close: async () => undefined };
}

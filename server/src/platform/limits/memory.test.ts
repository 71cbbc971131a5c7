import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LimitStore } from './limiter.ts';
import { memoryStore } from './memory.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');

describe('the memory store', () => {
  let now = start;
  const clock = { now: () => new Date(now), instant: () => now * 1000 };
  let store: LimitStore;

  beforeEach(() => {
    now = start;
    store = memoryStore(clock);
  });
  afterEach(() => store.close());

  test('counts each key separately', async () => {
    expect(await store.hit('a', 1000)).toEqual({ count: 1, resetAt: new Date(start + 1000) });
    now += 400;
    expect(await store.hit('a', 1000)).toEqual({ count: 2, resetAt: new Date(start + 1000) });
    expect(await store.hit('b', 1000)).toEqual({ count: 1, resetAt: new Date(start + 1400) });
  });

  test('ends a window on time, not a millisecond early', async () => {
    await store.hit('a', 60_000);
    now = start + 59_999;
    expect(await store.hit('a', 60_000)).toEqual({ count: 2, resetAt: new Date(start + 60_000) });
    now = start + 60_000;
    expect(await store.hit('a', 60_000)).toEqual({ count: 1, resetAt: new Date(start + 120_000) });
    now = start + 60_001;
    expect(await store.hit('a', 60_000)).toEqual({ count: 2, resetAt: new Date(start + 120_000) });
  });

  test('never keeps a window longer than its rule allows when the clock is set back', async () => {
    await store.hit('a', 1000);
    now = start - 3_600_000;
    expect(await store.hit('a', 1000)).toEqual({ count: 2, resetAt: new Date(now + 1000) });
  });

  test('forgets everything when cleared', async () => {
    await store.hit('a', 1000);
    await store.clear();
    expect((await store.hit('a', 1000)).count).toBe(1);
  });

  test('drops the oldest window when it is full', async () => {
    const small = memoryStore(clock, 2);
    await small.hit('a', 1000);
    await small.hit('b', 5000);
    now += 1000;
    await small.hit('a', 1000);
    await small.hit('c', 1000);
    expect((await small.hit('a', 1000)).count).toBe(2);
    expect((await small.hit('c', 1000)).count).toBe(2);
    expect((await small.hit('b', 5000)).count).toBe(1);
    await small.close();
  });
});

describe("the memory store's sweep", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: start });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test('drops expired windows every minute and stops when closed', async () => {
    const dropped = vi.spyOn(Map.prototype, 'delete');
    const store = memoryStore({ now: () => new Date(), instant: () => Date.now() * 1000 });
    await store.hit('short', 1000);
    await store.hit('long', 90_000);
    dropped.mockClear();
    vi.advanceTimersByTime(59_999);
    expect(dropped).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(dropped.mock.calls).toEqual([['short']]);
    expect((await store.hit('long', 90_000)).count).toBe(2);
    await store.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

import type { Clock } from '../clock.ts';
import type { LimitStore } from './limiter.ts';

const cleanupIntervalMs = 60_000;

/** Counts in this process alone: for a single node. `maxKeys` bounds the memory a flood of keys can take. */
export function memoryStore(clock: Clock, maxKeys = 100_000): LimitStore {
  const windows = new Map<string, { count: number; resetAt: number }>();

  function sweep(): void {
    const now = clock.now().getTime();
    for (const [key, window] of windows) {
      if (window.resetAt <= now) windows.delete(key);
    }
  }
  const timer = setInterval(sweep, cleanupIntervalMs);
  timer.unref();

  return {
    hit(key, windowMs, max = Number.POSITIVE_INFINITY) {
      const now = clock.now().getTime();
      const current = windows.get(key);
      if (current && current.resetAt > now) {
        const count = current.count + 1;
        if (count <= max) current.count = count;
        // A window never outlasts its rule, even when the clock was set back.
        current.resetAt = Math.min(current.resetAt, now + windowMs);
        return { count, resetAt: new Date(current.resetAt) };
      }
      if (max < 1) return { count: 1, resetAt: new Date(now + windowMs) };
      // Deleted first, so that the map's order stays the order in which the windows began.
      windows.delete(key);
      const oldest = windows.keys().next();
      if (windows.size >= maxKeys && !oldest.done) windows.delete(oldest.value);
      windows.set(key, { count: 1, resetAt: now + windowMs });
      return { count: 1, resetAt: new Date(now + windowMs) };
    },
    async clear() {
      windows.clear();
    },
    async close() {
      clearInterval(timer);
    },
  };
}

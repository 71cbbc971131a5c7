import type { LimitStore } from './limiter.ts';

/** A store whose client is loaded because this is the store in use. Hits wait until it is loaded. */
export function loadStore(load: () => Promise<LimitStore>): LimitStore {
  const loading = load();
  // Hits report a failure.
  loading.catch(() => undefined);
  return {
    hit: async (key, windowMs, max) => (await loading).hit(key, windowMs, max),
    clear: async () => (await loading).clear(),
    close: async () => (await loading).close(),
  };
}

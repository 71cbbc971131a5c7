import type { LimitStore } from './store.ts';

/** A store whose client is loaded because it is the one that is used. Until it is there, hits wait for it. */
export function loadStore(load: () => Promise<LimitStore>): LimitStore {
  const loading = load();
  // Whoever hits it hears of a failure.
  loading.catch(() => undefined);
  return {
    hit: async (key, windowMs) => (await loading).hit(key, windowMs),
    clear: async () => (await loading).clear(),
    close: async () => (await loading).close(),
  };
}

import { vi } from 'vitest';

/** Until `check` stops throwing. Patient enough for a machine that does five other things. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });

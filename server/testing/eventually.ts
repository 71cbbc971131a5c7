import { vi } from 'vitest';

/** Waits until `check` stops throwing. Patient enough for a busy machine. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 180_000, interval: 20 });

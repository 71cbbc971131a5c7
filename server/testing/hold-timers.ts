import { vi } from 'vitest';
import { atEnd } from './lifetime.ts';

const endless = 2 ** 31 - 1;

/**
 * From now on, no time limit of this length or longer is reached before the test ends: what a receiver holds stays held, however
 * slow the machine. Returns what ends that earlier.
 */
export function holdTimers(fromMs: number): () => Promise<void> {
  const start = globalThis.setTimeout;
  const longer = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    start(run, ms < fromMs ? ms : endless, ...given);
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(longer as typeof setTimeout);
  return atEnd(() => timers.mockRestore());
}

import { vi } from 'vitest';
import { atEnd } from './lifetime.ts';

const endless = 2 ** 31 - 1;
/** What a limit has lost by the time its timer starts. */
const lostMs = 100;

/**
 * From now on, no time limit of this length or longer is reached before the test ends: what a receiver holds stays held, however
 * slow the machine. Returns what ends that earlier.
 */
export function holdTimers(fromMs: number): () => Promise<void> {
  const start = globalThis.setTimeout;
  const longer = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    start(run, ms < fromMs - lostMs ? ms : endless, ...given);
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(longer as typeof setTimeout);
  return atEnd(() => timers.mockRestore());
}

/** Until the test ends, a time limit of this length is over at once. Returns how many there were. */
export function hurryTimers(limitMs: number): () => number {
  const start = globalThis.setTimeout;
  let hurried = 0;
  const shorter = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const isLimit = ms <= limitMs && ms > limitMs - lostMs;
    if (isLimit) hurried++;
    return start(run, isLimit ? 1 : ms, ...given);
  };
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(shorter as typeof setTimeout);
  atEnd(() => timers.mockRestore());
  return () => hurried;
}

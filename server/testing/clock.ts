import { type SystemClock, systemClock } from '../src/platform/clock.ts';

export type TestClock = SystemClock & {
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number }): void;
  /**
   * Runs `work` while `now` stands still, for limits that a slow machine could slip past. `advance` still
   * moves it.
   */
  hold<T>(work: () => Promise<T>): Promise<T>;
};

/** Follows the system's clock and can be moved ahead. */
export function testClock(): TestClock {
  const system = systemClock();
  let ahead = 0;
  let held: number | undefined;
  return {
    now: () => new Date((held ?? system.now().getTime()) + ahead),
    instant: () => system.instant() + ahead * 1000,
    align: system.align,
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) {
      ahead += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;
    },
    async hold(work) {
      held = system.now().getTime();
      try {
        return await work();
      } finally {
        held = undefined;
      }
    },
  };
}

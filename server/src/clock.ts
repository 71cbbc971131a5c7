/** Time as the service sees it. Tests move `now`; nothing else in the service reads the system clock. */
export type Clock = {
  now(): Date;
  /** Microseconds since the epoch, strictly finer than `now`: orders a request's arrival against a commit. */
  instant(): number;
};

/** `align` sets `instant` by a clock that all nodes share. */
export type SystemClock = Clock & { align(aheadMicroseconds: number): void };

export function systemClock(): SystemClock {
  // The monotonic clock gives the fine digits; the wall clock re-anchors it when it was stepped.
  let anchor = Date.now() - performance.now();
  let ahead = 0;
  return {
    now: () => new Date(),
    instant() {
      const wall = Date.now();
      let fine = anchor + performance.now();
      if (Math.abs(fine - wall) > 5) {
        anchor = wall - performance.now();
        fine = wall;
      }
      return Math.round(fine * 1000 + ahead);
    },
    align(microseconds) {
      ahead += microseconds;
    },
  };
}

/** A moment by both of the process's clocks. */
export type Moment = { monotonic: number; wall: number };

export function now(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}

export function later({ monotonic, wall }: Moment, ms: number): Moment {
  return { monotonic: monotonic + ms, wall: wall + ms };
}

/**
 * By the clock that moved further: one may stand still while the machine sleeps, and the other may be set, in either
 * direction.
 */
export function ageOf({ monotonic, wall }: Moment, at = now()): number {
  return Math.max(at.monotonic - monotonic, Math.abs(at.wall - wall));
}

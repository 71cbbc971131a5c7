import { waitAskedFor } from '../../platform/outbound/retry-after.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const firstDelay = 5 * second;
const longestDelay = 5 * minute;
/** The longest a receiver can postpone an attempt with Retry-After. */
export const longestWait = hour;

/** A destination that has taken nothing for this long is turned off. */
export const failingLimit = 5 * day;

/** How long a receiver has to answer. */
export const answerLimit = 15 * second;

/**
 * Outlasts reading a batch, sending it and the retries to record what came of it. After a node dies, its destinations stay
 * taken that long.
 */
export const lease = 30 * second;

/** When to try again after this many failures: the later of the schedule and what the receiver asks for. */
export function nextAttemptAt(failures: number, retryAfter: string | undefined, now: Date): Date {
  const scheduled = Math.min(firstDelay * 2 ** Math.min(failures - 1, 20), longestDelay);
  const asked = Math.min(waitAskedFor(retryAfter, now), longestWait);
  return new Date(now.getTime() + Math.max(scheduled, asked));
}

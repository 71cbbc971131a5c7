import { randomInt } from 'node:crypto';
import { waitAskedFor } from '../../platform/outbound/retry-after.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The waits after each failed attempt, as Standard Webhooks recommends: a little over three days in all. */
export const retryDelays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
export const maxAttempts = retryDelays.length + 1;
/** Each wait varies by up to this share: deliveries that failed together don't come back together. */
const jitter = 0.2;
/** The longest a receiver can postpone an attempt with Retry-After. */
export const longestWait = day;

/** An endpoint that nothing has reached for this long is turned off. */
export const failingLimit = 5 * day;

/** How long a receiver has to answer. */
export const answerLimit = 15 * second;
/** How much a lane claims at once, and how long it works on that: changes to an endpoint soon take effect. */
export const batchSize = 10;
export const batchLimit = second;
/**
 * Outlasts a batch, its last attempt and the retries to record its outcome: 22 seconds. After a node dies, its lanes
 * stay taken that long. If one is overtaken after all, the same event arrives twice, under the same id.
 */
export const lease = 30 * second;

/** Statements at once, per node: requests need the database too. */
export const statements = 4;

/** When to try again after this many attempts: the later of the schedule and what the receiver asks for. */
export function nextAttemptAt(attempts: number, retryAfter: string | undefined, now: Date): Date | undefined {
  const delay = retryDelays[attempts - 1];
  if (delay === undefined) return undefined;
  const spread = Math.floor(delay * jitter);
  const scheduled = delay + randomInt(-spread, spread + 1);
  return new Date(now.getTime() + Math.max(scheduled, Math.min(waitAskedFor(retryAfter, now), longestWait)));
}

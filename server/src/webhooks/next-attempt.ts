import { randomInt } from 'node:crypto';
import { jitter, longestWait, retryDelays } from './schedule.ts';

/** When to try again after this many attempts: the later of the schedule and what the receiver asks for. */
export function nextAttemptAt(attempts: number, retryAfter: string | undefined, now: Date): Date | undefined {
  const delay = retryDelays[attempts - 1];
  if (delay === undefined) return undefined;
  const spread = Math.floor(delay * jitter);
  const scheduled = delay + randomInt(-spread, spread + 1);
  return new Date(now.getTime() + Math.max(scheduled, waitAskedFor(retryAfter, now)));
}

/** Retry-After is a number of seconds, or a date. */
function waitAskedFor(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(wait) ? Math.min(wait, longestWait) : 0;
}

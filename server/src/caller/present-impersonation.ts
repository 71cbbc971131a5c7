import type { Impersonation } from './caller.ts';
import { impersonationMs } from './impersonation-policy.ts';

/** A minute that has begun counts as a whole one: 60 at the start, never 0. */
export function presentImpersonation(impersonation: Impersonation, now: Date) {
  const { originalUserId, originalEmail, originalRole, startedAt } = impersonation;
  const remainingMs = startedAt.getTime() + impersonationMs - now.getTime();
  return {
    originalUserId,
    originalEmail,
    originalRole,
    startedAt: Math.floor(startedAt.getTime() / 1000),
    minutesRemaining: Math.max(1, Math.ceil(remainingMs / 60_000)),
  };
}

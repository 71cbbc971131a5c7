import { type Refusal, refuse } from '../refusal.ts';

/** A key that expires in the past is a mistake: to end a key, revoke it. */
export function refusePastExpiry(
  expiresAt: Date | null,
  now: Date,
): Refusal<'VALIDATION_FAILED'> | undefined {
  if (expiresAt === null || expiresAt > now) return undefined;
  return refuse('VALIDATION_FAILED', { details: { expiresAt: ['Must be in the future.'] } });
}

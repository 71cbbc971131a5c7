import { type Refusal, refuse } from '../refusal.ts';

/** A key that is born expired, or made so, is a slip: revoking says what is meant. */
export function refusePast(expiresAt: Date | null, now: Date): Refusal<'VALIDATION_FAILED'> | undefined {
  if (expiresAt === null || expiresAt > now) return undefined;
  return refuse('VALIDATION_FAILED', { details: { expiresAt: ['Must be in the future.'] } });
}

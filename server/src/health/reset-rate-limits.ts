import type { OpenContext } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';

export async function resetRateLimits({ deps }: OpenContext): Promise<undefined | Refusal<'NOT_FOUND'>> {
  if (deps.config.production) return refuse('NOT_FOUND');
  await deps.limiter.clear();
  return undefined;
}

import type { Challenge } from '@latchkey/contract';
import type { OpenContext } from '../../identity/caller/caller.ts';

export function getChallenge({ deps, origin }: OpenContext): Challenge {
  return deps.bots.challenge(origin.now);
}

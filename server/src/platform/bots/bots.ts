import type { Challenge } from '@latchkey/contract';
import type { Config } from '../config/config.ts';
import { deriveKeys } from '../crypto/seal.ts';
import { newPuzzle, type Solved, solvedPuzzle } from './proof-of-work.ts';

/** How the service tells people from programs. */
export type Bots = {
  kind: Challenge['kind'];
  /** A new challenge, as callers are told of it. */
  challenge(now: Date): Challenge;
  /** What a right solution used up; the caller spends it. */
  check(solution: string, now: Date): Promise<Solved | undefined>;
};

export function createBots({ botProtection: { kind, cost }, secrets }: Config): Bots {
  const keys = deriveKeys([secrets.session, ...secrets.previous.session], 'bot-challenge');
  return {
    kind,
    challenge: (now) => (kind === 'off' ? { kind } : { kind, challenge: newPuzzle(keys, cost, now) }),
    check: (solution, now) => solvedPuzzle(keys, solution, now),
  };
}

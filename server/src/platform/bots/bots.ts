import type { Challenge } from '@latchkey/contract';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { deriveKeys } from '../crypto/seal.ts';
import type { Log } from '../log.ts';
import { newPuzzle, type Solved, solvedPuzzle } from './proof-of-work.ts';
import { acceptedToken } from './widget.ts';

/** How the service tells people from programs. */
export type Bots = {
  kind: Challenge['kind'];
  /** Whether a solution is judged by another service. */
  asksOutside: boolean;
  /** A new challenge, as callers are told of it. */
  challenge(now: Date): Challenge;
  /** What a right solution used up; the caller spends it. */
  check(solution: string, ipAddress: string): Promise<Solved | undefined>;
};

type Tools = { clock: Clock; log: Log };

export function createBots({ botProtection: guard, secrets }: Config, { clock, log }: Tools): Bots {
  const { kind } = guard;
  if (kind === 'off')
    return { kind, asksOutside: false, challenge: () => ({ kind }), check: async () => undefined };
  if (kind === 'pow') {
    const keys = deriveKeys([secrets.session, ...secrets.previous.session], 'bot-challenge');
    return {
      kind,
      asksOutside: false,
      challenge: (now) => ({ kind, challenge: newPuzzle(keys, guard.cost, now) }),
      check: (solution) => solvedPuzzle(keys, solution, clock.now()),
    };
  }
  return {
    kind,
    asksOutside: true,
    challenge: () => ({ kind, siteKey: guard.siteKey }),
    check: (token, ipAddress) => acceptedToken(guard, { token, ipAddress }, { clock, log }),
  };
}

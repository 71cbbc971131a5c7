import { availableParallelism } from 'node:os';
import { compare, hash } from '@node-rs/bcrypt';
import { createTurns, type Lane } from './turns.ts';

export type Hasher = {
  /** Undefined when the wait would be too long: answer OVERLOADED. */
  hash(password: string, lane: Lane): Promise<string | undefined>;
  /** Without a hash to compare with, the same time is spent on a dummy one. */
  verify(password: string, hash: string | null, lane: Lane): Promise<boolean | undefined>;
  /** Hashes of secrets that are random and short-lived work for a guesser: cheap, and all of them one turn. */
  hashCodes(codes: string[], lane: Lane): Promise<string[] | undefined>;
  /** Up to so many hashes of one request as one: let in once, it finishes. */
  chain<T>(lane: Lane, hashes: number, work: () => Promise<T>): Promise<T | undefined>;
  /** Seconds after which this lane should have room for so many. */
  retryAfterSeconds(lane: Lane, hashes?: number): number;
  /** Hashes that wait for their turn. */
  waiting(): number;
};

type HasherOptions = {
  cost: number;
  concurrency?: number;
  maxWaitMs?: number;
  /** Told how long each hash waited for its turn. */
  onWait?: (seconds: number) => void;
  /** Where the work is done: in libuv's pool. */
  bcrypt?: { hash: typeof hash; compare: typeof compare };
};

const maxPasswordBytes = 72;
const codeCost = 8;
// Far above what the wait lets in: a bound for memory, not for anybody's turn.
const chainsPerCore = 1000;

// Of a random value nobody knows, at the cost real ones have.
const dummies = new Map<number, Promise<string>>();

/** bcrypt, at most one per core, in fair turns. Past ten seconds of waiting a caller is better served by a refusal. */
export function createHasher(options: HasherOptions): Hasher {
  const {
    cost,
    concurrency = availableParallelism(),
    maxWaitMs = 10_000,
    onWait,
    bcrypt = { hash, compare },
  } = options;
  const maxChains = chainsPerCore * concurrency;
  const turns = createTurns({ concurrency, maxWaitMs, maxChains, expectedMs: 300, onWait });

  return {
    hash: (password, lane) => turns.take(lane, () => bcrypt.hash(password, cost)),
    verify: (password, stored, lane) =>
      turns.take(lane, async () => {
        const matches = await bcrypt.compare(password, stored ?? (await dummyHash(cost)));
        // bcrypt would read the first 72 bytes and call a longer password a match.
        return matches && stored !== null && Buffer.byteLength(password) <= maxPasswordBytes;
      }),
    hashCodes: (codes, lane) =>
      turns.take(lane, async () => {
        const hashes: string[] = [];
        for (const code of codes) hashes.push(await bcrypt.hash(code, Math.min(codeCost, cost)));
        return hashes;
      }),
    chain: turns.chain,
    retryAfterSeconds: (lane, hashes) => Math.max(1, Math.ceil(turns.waitMs(lane, hashes) / 1000)),
    waiting: turns.waiting,
  };
}

function dummyHash(cost: number): Promise<string> {
  const made = dummies.get(cost) ?? hash(crypto.randomUUID(), cost);
  dummies.set(cost, made);
  return made;
}

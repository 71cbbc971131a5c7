import { availableParallelism } from 'node:os';
import { compare, hash } from '@node-rs/bcrypt';

export type Hasher = {
  /** Undefined when the queue is too long: answer OVERLOADED. */
  hash(password: string): Promise<string | undefined>;
  /** Without a hash to compare with, the same time is spent on a dummy one. */
  verify(password: string, hash: string | null): Promise<boolean | undefined>;
  /** Seconds after which the queue should have room. */
  retryAfterSeconds(): number;
};

const maxPasswordBytes = 72;

// Of a random value nobody knows, at the cost real ones have.
const dummies = new Map<number, Promise<string>>();

/**
 * bcrypt in libuv's pool, at most one per core, first come first served. Past ten seconds of waiting a caller is
 * better served by a prompt refusal.
 */
export function createHasher(options: { cost: number; concurrency?: number; maxWaitMs?: number }): Hasher {
  const { cost, concurrency = availableParallelism(), maxWaitMs = 10_000 } = options;
  const waiting: (() => void)[] = [];
  let running = 0;
  let averageMs = 300;

  const waitMs = () => (waiting.length / concurrency) * averageMs;

  async function run<T>(task: () => Promise<T>): Promise<T | undefined> {
    if (waitMs() > maxWaitMs) return undefined;
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    const started = performance.now();
    try {
      return await task();
    } finally {
      averageMs = averageMs * 0.9 + (performance.now() - started) * 0.1;
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return {
    hash: (password) => run(() => hash(password, cost)),
    verify: (password, stored) =>
      run(async () => {
        const matches = await compare(password, stored ?? (await dummyHash(cost)));
        // bcrypt would read the first 72 bytes and call a longer password a match.
        return matches && stored !== null && Buffer.byteLength(password) <= maxPasswordBytes;
      }),
    retryAfterSeconds: () => Math.max(1, Math.ceil(waitMs() / 1000)),
  };
}

function dummyHash(cost: number): Promise<string> {
  const made = dummies.get(cost) ?? hash(crypto.randomUUID(), cost);
  dummies.set(cost, made);
  return made;
}

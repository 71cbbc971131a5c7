import { availableParallelism } from 'node:os';
import { compare, hash } from '@node-rs/bcrypt';
import { sha256 } from './credentials.ts';
import { readHash } from './password-hashes.ts';
import { createTurns, type HashLane } from './turns.ts';

export type Hasher = {
  /** Undefined when the wait would be too long: answer OVERLOADED. */
  hash(password: string, lane: HashLane): Promise<string | undefined>;
  /** Without a hash to compare with, it spends the same time on a dummy. */
  verify(password: string, hash: string | null, lane: HashLane): Promise<boolean | undefined>;
  /** The same for a login. `upgrade` is one of our own hashes, if the stored one is weaker or of another kind. */
  check(password: string, hash: string | null, lane: HashLane): Promise<Checked | undefined>;
  /** Hashes random secrets cheaply, all in one turn. */
  hashCodes(codes: string[], lane: HashLane): Promise<string[] | undefined>;
  /** Runs up to this many hashes of one request as one job: once let in, it finishes. */
  chain<T>(lane: HashLane, hashes: number, work: () => Promise<T>): Promise<T | undefined>;
  /** Seconds until this lane should have room for this many. */
  retryAfterSeconds(lane: HashLane, hashes?: number): number;
  /** Past this wait, a caller is refused. */
  maxWaitMs: number;
  /** Milliseconds a hash takes while all cores hash. */
  paceMs(): number;
  /** Hashes waiting for their turn. */
  waiting(): number;
};

type Checked = { matches: boolean; upgrade?: string | undefined };

type HasherOptions = {
  cost: number;
  concurrency?: number;
  maxWaitMs?: number;
  /** Told how long each hash waited for its turn. */
  onWait?: (seconds: number) => void;
  /** Does the work, in libuv's pool. */
  bcrypt?: { hash: typeof hash; compare: typeof compare };
};

const maxPasswordBytes = 72;
const codeCost = 8;
// Far more than the wait limit lets in: this bounds memory, not the order of turns.
const chainsPerCore = 1000;

// Hashes of a random value that isn't kept, by cost. Services may share them: no password matches.
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
  const matches = (password: string, stored: string | null) => matchesHash(bcrypt, cost, password, stored);

  return {
    hash: (password, lane) => turns.take(lane, () => bcrypt.hash(password, cost)),
    verify: (password, stored, lane) => turns.take(lane, () => matches(password, stored)),
    check: (password, stored, lane) =>
      turns.take(lane, async () => {
        if (stored === null || !isOutdated(stored, cost)) return { matches: await matches(password, stored) };
        // Hashes a wrong password too, and in parallel: checking a cheaper hash then takes as long as having no
        // account.
        const [isRight, upgrade] = await Promise.all([
          matches(password, stored),
          bcrypt.hash(password, cost, saltFor(stored)),
        ]);
        return { matches: isRight, upgrade: isRight && fitsBcrypt(password) ? upgrade : undefined };
      }),
    hashCodes: (codes, lane) =>
      turns.take(lane, async () => {
        const hashes: string[] = [];
        for (const code of codes) hashes.push(await bcrypt.hash(code, Math.min(codeCost, cost)));
        return hashes;
      }),
    chain: turns.chain,
    retryAfterSeconds: (lane, hashes) => Math.max(1, Math.ceil(turns.waitMs(lane, hashes) / 1000)),
    maxWaitMs,
    paceMs: turns.paceMs,
    waiting: turns.waiting,
  };
}

async function matchesHash(
  bcrypt: { compare: typeof compare },
  cost: number,
  password: string,
  stored: string | null,
): Promise<boolean> {
  const known = stored === null ? undefined : readHash(stored);
  if (known && 'check' in known) return known.check(password);
  const isBcrypt = stored !== null && known !== undefined && 'bcryptCost' in known;
  const matches = await bcrypt.compare(password, isBcrypt ? stored : await dummyHash(cost));
  // bcrypt would read the first 72 bytes and call a longer password a match.
  return matches && isBcrypt && fitsBcrypt(password);
}

function fitsBcrypt(password: string): boolean {
  return Buffer.byteLength(password) <= maxPasswordBytes;
}

function isOutdated(stored: string, cost: number): boolean {
  const known = readHash(stored);
  return 'check' in known || ('bcryptCost' in known && known.bcryptCost < cost);
}

/** The same each time: two logins at once get the same hash, and neither mistakes it for a changed password. */
function saltFor(stored: string): Buffer {
  return sha256(`bcrypt salt\n${stored}`).subarray(0, 16);
}

function dummyHash(cost: number): Promise<string> {
  const made = dummies.get(cost) ?? hash(crypto.randomUUID(), cost);
  dummies.set(cost, made);
  return made;
}

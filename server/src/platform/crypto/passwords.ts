import { availableParallelism } from 'node:os';
import { compare, hash } from '@node-rs/bcrypt';
import { sha256 } from './credentials.ts';
import { readHash } from './password-hashes.ts';
import { createSemaphore } from './semaphore.ts';

export type Hasher = {
  hash(password: string): Promise<string>;
  /** Without a hash to compare with, it spends the same time on a dummy. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** The same for a login. `upgrade` is one of our own hashes, if the stored one is weaker or of another kind. */
  check(password: string, hash: string | null): Promise<Checked>;
  /** Hashes random secrets cheaply, one after the other. */
  hashCodes(codes: string[]): Promise<string[]>;
  /** Hashes that wait for a core. */
  waiting(): number;
};

type Checked = { matches: boolean; upgrade?: string | undefined };

export type HasherOptions = {
  cost: number;
  /** How many hashes run at once. */
  concurrency?: number;
  /** Told how long each hash waited for a core. */
  onWait?: (seconds: number) => void;
  /** Does the work, in libuv's pool. */
  bcrypt?: { hash: typeof hash; compare: typeof compare };
};

const maxPasswordBytes = 72;
const codeCost = 8;

// Hashes of a random value that isn't kept, by cost. Services may share them: no password matches.
const dummies = new Map<number, Promise<string>>();

/** bcrypt, at most one per core. Requests take turns before they come here, so that few wait. */
export function createHasher(options: HasherOptions): Hasher {
  const { cost, concurrency = availableParallelism(), onWait, bcrypt = { hash, compare } } = options;
  const semaphore = createSemaphore(concurrency, onWait);
  const matches = (password: string, stored: string | null) => matchesHash(bcrypt, cost, password, stored);

  return {
    hash: (password) => semaphore.run(() => bcrypt.hash(password, cost)),
    verify: (password, stored) => semaphore.run(() => matches(password, stored)),
    check: (password, stored) =>
      semaphore.run(async () => {
        if (stored === null || !isOutdated(stored, cost)) return { matches: await matches(password, stored) };
        // Hashes a wrong password too, and in parallel: checking a cheaper hash then takes as long as having no
        // account.
        const [isRight, upgrade] = await Promise.all([
          matches(password, stored),
          bcrypt.hash(password, cost, saltFor(stored)),
        ]);
        return { matches: isRight, upgrade: isRight && fitsBcrypt(password) ? upgrade : undefined };
      }),
    hashCodes: (codes) =>
      semaphore.run(async () => {
        const hashes: string[] = [];
        for (const code of codes) hashes.push(await bcrypt.hash(code, Math.min(codeCost, cost)));
        return hashes;
      }),
    waiting: semaphore.waiting,
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

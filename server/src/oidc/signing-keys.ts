import type { SigningAlgorithm } from '@latchkey/contract';
import type { Key } from '../crypto/seal.ts';
import type { Deps } from '../deps.ts';
import { bySystem } from '../origin.ts';
import { addDueKeys, byAge, byHand } from './add-key.ts';
import { type KeyRow, listKeys } from './key-store.ts';
import { openKey, type SigningKey } from './open-key.ts';

export type SigningKeys = ReturnType<typeof createSigningKeys>;

type Tools = Pick<Deps, 'sql' | 'clock' | 'outbox' | 'config' | 'log'>;

/** A key is known a day before it signs, so what was read a minute ago will do. */
const freshMs = 60_000;
/** Made-up key ids must not cause a lookup each time. */
const lookAgainMs = 5000;

/** The service's keys, as this node knows them. They are made when first needed. */
export function createSigningKeys(tools: Tools, sealingKey: Key) {
  const { all, forget } = createKeyRing(tools, sealingKey);
  /** By age when the time has come, or by hand. Returns how many keys were made. */
  async function rotate(due: 'by-age' | 'by-hand', origin = bySystem(tools.clock.now())): Promise<number> {
    const made = await addDueKeys(tools, sealingKey, due === 'by-age' ? byAge(tools.config) : byHand, origin);
    if (made > 0) forget();
    return made;
  }
  return {
    all,
    rotate,
    /** The key whose turn it is. The very first signs at once, even if another node's clock is a little behind. */
    async current(algorithm: SigningAlgorithm): Promise<SigningKey> {
      const turn = (keys: SigningKey[]) => {
        const candidates = keys.filter((key) => key.algorithm === algorithm);
        return candidates.find(({ signsFrom }) => signsFrom <= tools.clock.now()) ?? candidates.at(-1);
      };
      const key = turn(await all());
      if (key) return key;
      await rotate('by-age');
      const made = turn(await all(-1));
      if (!made) throw new Error(`there is no ${algorithm} key to sign with`);
      return made;
    },
    /** The key a token names, if it is ours. */
    async find(kid: string): Promise<SigningKey | undefined> {
      const named = (keys: SigningKey[]) => keys.find((key) => key.kid === kid);
      return named(await all()) ?? named(await all(lookAgainMs));
    },
  };
}

/** What was read from the database, for as long as it can be relied on. */
function createKeyRing(tools: Tools, sealingKey: Key) {
  const opened = new Map<string, SigningKey>();
  let known: { keys: SigningKey[]; at: number } | undefined;
  let loading: Promise<SigningKey[]> | undefined;

  async function read(): Promise<SigningKey[]> {
    const now = tools.clock.now();
    const rows = await readOrMake(tools, sealingKey, now);
    const keys = rows.map((row) => opened.get(row.kid) ?? openKey(row, sealingKey));
    for (const key of keys) opened.set(key.kid, key);
    known = { keys, at: now.getTime() };
    return keys;
  }

  return {
    forget() {
      known = undefined;
    },
    /** The published keys: never none. Read once, however many ask. */
    async all(maxAgeMs = freshMs): Promise<SigningKey[]> {
      const age = known ? tools.clock.now().getTime() - known.at : -1;
      if (known && age >= 0 && age <= maxAgeMs) return known.keys;
      loading ??= read().finally(() => {
        loading = undefined;
      });
      return loading;
    },
  };
}

async function readOrMake(tools: Tools, sealingKey: Key, now: Date): Promise<KeyRow[]> {
  const rows = await listKeys(tools.sql, now);
  if (rows.length > 0) return rows;
  await addDueKeys(tools, sealingKey, byAge(tools.config), bySystem(now));
  return listKeys(tools.sql, now);
}

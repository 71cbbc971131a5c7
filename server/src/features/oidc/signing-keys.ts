import { type SigningAlgorithm, signingAlgorithms } from '@latchkey/contract';
import type { Deps } from '../../identity/deps.ts';
import type { Key } from '../../platform/crypto/seal.ts';
import { bySystem } from '../../records/origin.ts';
import { type KeyRow, listKeys } from './key-store.ts';
import { openKey, type SigningKey } from './open-key.ts';
import { addDueKeys, byAge, byHand, replaceKeys } from './rotate-keys.ts';

export type SigningKeys = ReturnType<typeof createSigningKeys>;

type Tools = Pick<Deps, 'sql' | 'clock' | 'outbox' | 'config' | 'log'>;

/** A withdrawn key must be gone from every node within a second. Reading this often costs two small queries a second. */
const freshMs = 500;

/** The service's keys, as this node knows them. They are made when first needed. */
export function createSigningKeys(tools: Tools, sealingKey: Key) {
  const { all, forget } = createKeyRing(tools, sealingKey);
  /** By age when the time has come, or by hand; `now` withdraws the earlier keys. Returns how many keys were made. */
  async function rotate(
    due: 'by-age' | 'by-hand' | 'now',
    origin = bySystem(tools.clock.now()),
  ): Promise<number> {
    const made =
      due === 'now'
        ? await replaceKeys(tools, sealingKey, origin)
        : await addDueKeys(tools, sealingKey, due === 'by-age' ? byAge(tools.config) : byHand, origin);
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
      const made = turn(await all());
      if (!made) throw new Error(`there is no ${algorithm} key to sign with`);
      return made;
    },
  };
}

/** What was read from the database, for as long as it can be relied on. */
function createKeyRing(tools: Tools, sealingKey: Key) {
  let opened = new Map<string, SigningKey>();
  /** The last read, which may still be under way. */
  let last: { keys: Promise<SigningKey[]>; at: number } | undefined;

  async function read(now: Date): Promise<SigningKey[]> {
    const rows = await readOrMake(tools, sealingKey, now);
    const keys = rows.map((row) => opened.get(row.kid) ?? openKey(row, sealingKey));
    opened = new Map(keys.map((key) => [key.kid, key]));
    return keys;
  }

  function forget() {
    last = undefined;
  }

  return {
    forget,
    /** The published keys: never none. Callers within a short time share one read. */
    all(): Promise<SigningKey[]> {
      const now = tools.clock.now();
      const age = last ? now.getTime() - last.at : -1;
      if (last && age >= 0 && age <= freshMs) return last.keys;
      const reading = { keys: read(now), at: now.getTime() };
      last = reading;
      reading.keys.catch(() => {
        if (last === reading) forget();
      });
      return reading.keys;
    },
  };
}

/** Never some without the others: the first keys are made one after another, and another node may be half way through. */
async function readOrMake(tools: Tools, sealingKey: Key, now: Date): Promise<KeyRow[]> {
  const rows = await listKeys(tools.sql, now);
  const isThere = (algorithm: SigningAlgorithm) => rows.some((row) => row.algorithm === algorithm);
  if (signingAlgorithms.every(isThere)) return rows;
  await addDueKeys(tools, sealingKey, byAge(tools.config), bySystem(now));
  return listKeys(tools.sql, now);
}

import { createHash, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { lifetimes, type SigningAlgorithm, signingAlgorithms } from '@latchkey/contract';
import type { Deps } from '../../identity/deps.ts';
import { type Key, seal } from '../../platform/crypto/seal.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { deleteKeys, findNewest, insertKey, lockKeys } from './key-store.ts';

const generate = promisify(generateKeyPair);

export type MadeKey = { kid: string; algorithm: SigningAlgorithm; publicKey: JsonWebKey; sealed: Buffer };

/** In a separate thread: an RSA key takes a few tenths of a second. */
export async function makeKey(algorithm: SigningAlgorithm, sealingKey: Key): Promise<MadeKey> {
  const pair: { publicKey: KeyObject; privateKey: KeyObject } =
    algorithm === 'RS256'
      ? await generate('rsa', { modulusLength: 2048 })
      : await generate('ec', { namedCurve: 'P-256' });
  const publicKey = pair.publicKey.export({ format: 'jwk' });
  const sealed = seal(sealingKey, pair.privateKey.export({ format: 'der', type: 'pkcs8' }));
  return { kid: thumbprintOf(publicKey), algorithm, publicKey, sealed };
}

/** RFC 7638: the members that make up the key, sorted by name. */
function thumbprintOf({ kty, n, e, crv, x, y }: JsonWebKey): string {
  const members = kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

type KeyTools = Pick<Deps, 'sql' | 'outbox' | 'config'>;

const noticeMs = lifetimes.signingKeyNoticeHours * 3_600_000;
/** Nodes and clients keep what they read for a while. */
const slackMs = 5 * 60_000;

/** When the key after this one begins to sign; undefined while it is too early to make it. */
type Due = (newest: Date, now: Date) => Date | undefined;

/** The next key is made early enough for all nodes and clients to learn about it before it signs. */
export function byAge({ signingKeyDays }: Deps['config']): Due {
  return (newest, now) => {
    const due = newest.getTime() + signingKeyDays * 86_400_000;
    return due - noticeMs <= now.getTime() ? new Date(Math.max(due, now.getTime() + noticeMs)) : undefined;
  };
}

/** At once, unless the next one already exists. */
export const byHand: Due = (newest, now) => (newest <= now ? new Date(now.getTime() + noticeMs) : undefined);

/** Makes the keys that are due, each by one node, and returns how many. The very first signs at once. */
export async function addDueKeys(
  tools: KeyTools,
  sealingKey: Key,
  due: Due,
  origin: Origin,
): Promise<number> {
  let added = 0;
  for (const algorithm of signingAlgorithms) {
    const newest = await findNewest(tools.sql, algorithm);
    if (newest && !due(newest.signsFrom, origin.now)) continue;
    // Generated before the lock: it is slow.
    const made = await makeKey(algorithm, sealingKey);
    added += await transact(tools, (tx) => addIfDue(tx, made, due, origin));
  }
  return added;
}

async function addIfDue(tx: Tx, made: MadeKey, due: Due, origin: Origin): Promise<number> {
  const { now } = origin;
  const { algorithm, kid } = made;
  await lockKeys(tx);
  const newest = await findNewest(tx, algorithm);
  const signsFrom = newest ? due(newest.signsFrom, now) : now;
  if (!signsFrom) return 0;
  const predecessorUntil = new Date(signsFrom.getTime() + lifetimes.oidcTokenSeconds * 1000 + slackMs);
  await insertKey(tx, { ...made, signsFrom, publishedUntil: null, predecessorUntil, now });
  if (newest) await recordRotation(tx, origin, { algorithm, kid, signsFrom: signsFrom.toISOString() });
  return 1;
}

/**
 * For a leak: new keys sign at once. The next ones go along with those in use, because they were kept in the same
 * place.
 */
export async function replaceKeys(tools: KeyTools, sealingKey: Key, origin: Origin): Promise<number> {
  const { now } = origin;
  const keys = await Promise.all(signingAlgorithms.map((algorithm) => makeKey(algorithm, sealingKey)));
  await transact(tools, async (tx) => {
    await lockKeys(tx);
    for (const made of keys) {
      const { algorithm, kid } = made;
      const withdrawn = await deleteKeys(tx, algorithm);
      await insertKey(tx, { ...made, signsFrom: now, publishedUntil: null, predecessorUntil: now, now });
      await recordRotation(tx, origin, { algorithm, kid, signsFrom: now.toISOString(), withdrawn });
    }
  });
  return keys.length;
}

async function recordRotation(
  tx: Tx,
  origin: Origin,
  metadata: { algorithm: SigningAlgorithm; kid: string; signsFrom: string; withdrawn?: string[] },
): Promise<void> {
  await record(tx, origin, { action: 'ADMIN_SIGNING_KEY_ROTATED', user: null, metadata });
}

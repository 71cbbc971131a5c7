import { lifetimes, type SigningAlgorithm, signingAlgorithms } from '@latchkey/contract';
import { record } from '../audit/record.ts';
import type { Key } from '../crypto/seal.ts';
import type { Tx } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../origin.ts';
import { findNewest, insertKey, lockKeys } from './key-store.ts';
import { type MadeKey, makeKey } from './make-key.ts';

type KeyTools = Pick<Deps, 'sql' | 'outbox' | 'config'>;

const noticeMs = lifetimes.signingKeyNoticeHours * 3_600_000;
/** Nodes and clients keep what they read for a while. */
const slackMs = 5 * 60_000;

/** When the key after this one begins to sign; undefined while it is too early to make it. */
type Due = (newest: Date, now: Date) => Date | undefined;

/** The next key is made early enough for everybody to learn about it before its turn. */
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
    // Before taking the lock: nobody waits for a prime.
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

async function recordRotation(
  tx: Tx,
  origin: Origin,
  metadata: { algorithm: SigningAlgorithm; kid: string; signsFrom: string },
): Promise<void> {
  await record(tx, origin, { action: 'ADMIN_SIGNING_KEY_ROTATED', user: null, metadata });
}

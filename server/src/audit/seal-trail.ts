import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { oneAtATime } from '../db/one-at-a-time.ts';
import type { Db, Sql } from '../db/sql.ts';
import { beginning, entryMac, macOf, rootOf } from './chain.ts';
import { entryLeaf, hashPersonal, missingLeaf } from './entry-leaf.ts';
import { merkleRoot } from './merkle.ts';
import { type SealKey, sealKeysOf } from './seal-keys.ts';
import { findHead, insertSeal, isUnsealed, type QueuedEntry, takeUnsealed } from './seal-store.ts';

/** Few enough that making a seal never keeps this node's requests waiting for long. */
const batch = 500;
const saltBytes = 16;

type Tools = { sql: Sql; clock: Clock; config: Pick<Config, 'auditSecrets'> };

/**
 * Seals what is committed by now, in the background and one node at a time. What was written earlier but is committed
 * later goes into a later seal: the order of the chain is the order of commits.
 */
export async function sealTrail({ sql, clock, config }: Tools): Promise<void> {
  const [key] = sealKeysOf(config);
  if (!(await isUnsealed(sql))) return;
  while ((await oneAtATime(sql, 'seal', (tx) => sealBatch(tx, key, clock.now()))) === batch);
}

/** Returns how many entries it sealed. */
async function sealBatch(tx: Db, { key, name }: SealKey, now: Date): Promise<number> {
  const previous = (await findHead(tx)) ?? beginning;
  const queued = await takeUnsealed(tx, batch);
  if (queued.length === 0) return 0;
  const sequence = previous.sequence + 1;
  const entries = queued.map((entry, place) => {
    const { entryId, at } = entry;
    const salt = randomBytes(saltBytes);
    const leaf = leafFor(entry, salt);
    return {
      place,
      entryId,
      at,
      salt,
      leaf,
      mac: entryMac(key, { seal: sequence, place, entryId, at, leaf }),
    };
  });
  const times = queued.map(({ createdAt }) => createdAt.getTime());
  const facts = {
    sequence,
    entries: entries.length,
    oldest: new Date(Math.min(...times)),
    newest: new Date(Math.max(...times)),
    sealedAt: now,
    entriesRoot: merkleRoot(entries.map(({ leaf }) => leaf)),
  };
  const root = rootOf(previous.root, facts);
  await insertSeal(tx, { ...facts, root, mac: macOf(key, previous.mac, root), keyName: name }, entries);
  return entries.length;
}

function leafFor(entry: QueuedEntry, salt: Buffer): Buffer {
  if (entry.action === null) return missingLeaf(entry.entryId, entry.at);
  return entryLeaf(entry, hashPersonal(entry, salt));
}

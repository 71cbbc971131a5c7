import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db, Sql } from '../../platform/db/sql.ts';
import { inBatches, oneAtATime } from '../../platform/db/transact.ts';
import { beginning, entryMac, macOf, merkleRoot, rootOf, type SealKey, sealKeysOf } from './chain.ts';
import { entryLeaf, hashPersonal, missingLeaf, type Salts } from './entry-leaf.ts';
import { believedDrops } from './excuse.ts';
import { isImpersonated, personalFieldsOf } from './personal-fields.ts';
import { findHead, insertSeal, isUnsealed, type QueuedEntry, takeUnsealed, thinSome } from './seal-store.ts';
import { readExcuses } from './verify-store.ts';

/** Few enough that making a seal never keeps this node's requests waiting for long. */
const batch = 500;
const saltBytes = 16;

type Tools = { sql: Sql; clock: Clock; config: Pick<Config, 'auditSecrets'> };

/**
 * Seals what is committed by now, in the background and one node at a time. What was written earlier but is committed
 * later goes into a later seal: the order of the chain is the order of commits.
 */
export async function sealTrail({ sql, clock, config }: Tools, stopping?: AbortSignal): Promise<void> {
  const [key] = sealKeysOf(config);
  if (!(await isUnsealed(sql))) return;
  const seal = () => oneAtATime(sql, 'auditSeals', (tx) => sealBatch(tx, key, clock.now()));
  await inBatches(async () => (await seal()) === batch, stopping);
}

/** Returns how many entries it sealed. */
async function sealBatch(tx: Db, { key, name }: SealKey, now: Date): Promise<number> {
  const previous = (await findHead(tx)) ?? beginning;
  const queued = await takeUnsealed(tx, batch);
  if (queued.length === 0) return 0;
  const sequence = previous.sequence + 1;
  const entries = queued.map((entry, place) => {
    const { entryId, at } = entry;
    const salts = newSalts(entry);
    const leaf = leafFor(entry, salts);
    return {
      place,
      entryId,
      at,
      ...salts,
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

/** One for each person in the entry, so that each can be erased without the others. */
function newSalts(entry: QueuedEntry): Salts & { salt: Buffer } {
  const metadataFields = entry.action === null ? null : personalFieldsOf(entry);
  return {
    salt: randomBytes(saltBytes),
    hashes: null,
    clientSalt: entry.action !== null && isImpersonated(entry) ? randomBytes(saltBytes) : null,
    clientHashes: null,
    metadataFields,
    metadataSalt: metadataFields && randomBytes(saltBytes),
    metadataHashes: null,
  };
}

function leafFor(entry: QueuedEntry, salts: Salts): Buffer {
  if (entry.action === null) return missingLeaf(entry.entryId, entry.at);
  return entryLeaf(entry, hashPersonal(entry, salts));
}

/** A seal holds up to 500 entries. */
const thinnedAtOnce = 5;

/** Discards what seals say about entries of dropped months. Only a drop that the service signed counts. */
export async function thinSeals(
  { sql, config }: Pick<Tools, 'sql' | 'config'>,
  stopping?: AbortSignal,
): Promise<void> {
  const drops = believedDrops(sealKeysOf(config), await readExcuses(sql));
  if (drops.length === 0) return;
  const thin = () => oneAtATime(sql, 'auditSeals', (tx) => thinSome(tx, drops, thinnedAtOnce));
  await inBatches(async () => ((await thin()) ?? 0) > 0, stopping);
}

import { equalSecrets } from '../crypto/credentials.ts';
import { entryMac, type Link, macOf, rootOf } from './chain.ts';
import { entryLeaf, hashPersonal, splitHashes } from './entry-leaf.ts';
import { merkleRoot } from './merkle.ts';
import type { SealKey } from './seal-keys.ts';
import type { Dropped, StoredEntry, StoredSeal } from './verify-store.ts';

/** What is wrong with the trail: with an entry, or with a seal as a whole. */
export type Fault = { what: string; id?: string | undefined; seal?: number };

/** For a seal whose secret we don't have: it may be in order. */
export const unknownKey = 'made under a key that is not configured';

export type Known = { keys: readonly SealKey[]; dropped: readonly Dropped[] };

/** Whether a seal continues from the one before it, and whether its entries are what and where they were. */
export function verifySeal(
  seal: StoredSeal,
  entries: readonly StoredEntry[],
  previous: Link,
  { keys, dropped }: Known,
): Fault[] {
  const { sequence } = seal;
  const faults: Fault[] = [];
  if (sequence !== previous.sequence + 1)
    return [{ what: `seals ${previous.sequence + 1} to ${sequence - 1} are missing`, seal: sequence }];
  const { key } = keys.find(({ name }) => name.equals(seal.keyName)) ?? {};
  // The hashes need no key: what doesn't fit them was changed, whoever made the seal.
  if (!key) faults.push({ what: unknownKey, seal: sequence });
  const root = rootOf(previous.root, seal);
  if (!root.equals(seal.root) || (key && !equalSecrets(macOf(key, previous.mac, root), seal.mac)))
    faults.push({ what: 'the seal was changed', seal: sequence });
  if (seal.ids === null && isDropped(dropped, seal.oldest) && isDropped(dropped, seal.newest)) return faults;
  faults.push(...entryFaults(seal, entries, key, dropped));
  const complete = entries.length === seal.entries && entries.length > 0;
  if (faults.every(({ what }) => what === unknownKey) && complete) {
    const found = merkleRoot(entries.map(({ leaf }) => leaf));
    if (!found.equals(seal.entriesRoot))
      faults.push({ what: 'its entries are not those that were sealed', seal: sequence });
  }
  return faults;
}

function entryFaults(
  seal: StoredSeal,
  entries: readonly StoredEntry[],
  key: Buffer | undefined,
  dropped: readonly Dropped[],
): Fault[] {
  const found = new Map(entries.map((entry) => [entry.place, entry]));
  const known = new Set(entries.map(({ entryId }) => entryId));
  const faults: Fault[] = [];
  for (let place = 0; place < seal.entries; place++) {
    const entry = found.get(place);
    const id = entry?.entryId ?? seal.ids?.[place];
    const what = entry
      ? faultOf(entry, key, dropped)
      : known.has(id ?? '')
        ? 'moved'
        : 'removed, together with its seal';
    if (what) faults.push({ what, id, seal: seal.sequence });
  }
  for (const { place, entryId } of entries)
    if (place < 0 || place >= seal.entries)
      faults.push({ what: 'inserted', id: entryId, seal: seal.sequence });
  return faults;
}

function faultOf(
  entry: StoredEntry,
  key: Buffer | undefined,
  dropped: readonly Dropped[],
): string | undefined {
  if (key && !equalSecrets(entryMac(key, entry), entry.mac))
    return 'changed or moved, together with its seal';
  if (entry.action === null) return isDropped(dropped, new Date(entry.at)) ? undefined : 'removed';
  const hashes = entry.salt ? hashPersonal(entry, entry.salt) : splitHashes(entry.hashes ?? Buffer.alloc(0));
  const refilled = !entry.salt && (entry.userEmail ?? entry.ipAddress ?? entry.userAgent) !== null;
  return refilled || !entryLeaf(entry, hashes).equals(entry.leaf) ? 'changed' : undefined;
}

function isDropped(dropped: readonly Dropped[], at: Date): boolean {
  return dropped.some(({ from, to }) => (from === null || at >= from) && at < to);
}

import type { Config } from '../../platform/config/config.ts';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import type { Db, Sql } from '../../platform/db/sql.ts';
import {
  beginning,
  type ChainLink,
  entryMac,
  macOf,
  merkleRoot,
  rootOf,
  type SealKey,
  sealKeysOf,
} from './chain.ts';
import { entryLeaf, hashPersonal, isRefilled } from './entry-leaf.ts';
import { believedDrops, type Drop, digestOf, doubtOf, type ExcuseRow } from './excuse.ts';
import {
  findSealBefore,
  hasRoot,
  type Passed,
  passEntries,
  readErased,
  readExcuses,
  readSealed,
  readSeals,
  readWaiting,
  type StoredEntry,
  type StoredSeal,
} from './verify-store.ts';

/** What is wrong with the trail: with an entry, or with a seal as a whole. */
export type TrailFault = { what: string; id?: string | undefined; seal?: number };

/** For a seal whose secret we don't have: it may be in order. */
export const unknownKey = 'made under a key that is not configured';

/** `excused` counts the entries that each drop accounts for. */
type VerifyContext = { keys: readonly SealKey[]; excused: Map<Drop, number> };

/** Whether a seal continues from the one before it, and whether its entries are what and where they were. */
function verifySeal(
  seal: StoredSeal,
  entries: readonly StoredEntry[],
  previous: ChainLink,
  { keys, excused }: VerifyContext,
): TrailFault[] {
  const { sequence } = seal;
  const faults: TrailFault[] = [];
  if (sequence !== previous.sequence + 1)
    return [{ what: `seals ${previous.sequence + 1} to ${sequence - 1} are missing`, seal: sequence }];
  const { key } = keys.find(({ name }) => name.equals(seal.keyName)) ?? {};
  // The hashes need no key: entries that don't match them were changed, even if the seal's key is unknown.
  if (!key) faults.push({ what: unknownKey, seal: sequence });
  const root = rootOf(previous.root, seal);
  if (!root.equals(seal.root) || (key && !equalSecrets(macOf(key, previous.mac, root), seal.mac)))
    faults.push({ what: 'the seal was changed', seal: sequence });
  if (seal.ids === null && isExcused(excused, seal, seal.entries)) return faults;
  faults.push(...entryFaults(seal, entries, key, excused));
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
  excused: VerifyContext['excused'],
): TrailFault[] {
  const found = new Map(entries.map((entry) => [entry.place, entry]));
  const known = new Set(entries.map(({ entryId }) => entryId));
  const faults: TrailFault[] = [];
  for (let place = 0; place < seal.entries; place++) {
    const entry = found.get(place);
    const id = entry?.entryId ?? seal.ids?.[place];
    const what = entry
      ? faultOf(entry, key, excused)
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
  excused: VerifyContext['excused'],
): string | undefined {
  if (key && !equalSecrets(entryMac(key, entry), entry.mac))
    return 'changed or moved, together with its seal';
  if (entry.action === null) {
    const at = new Date(entry.at);
    return isExcused(excused, { oldest: at, newest: at }, 1) ? undefined : 'removed';
  }
  const isSame = entryLeaf(entry, hashPersonal(entry, entry)).equals(entry.leaf);
  return isRefilled(entry, entry) || !isSame ? 'changed' : undefined;
}

function isExcused(
  excused: VerifyContext['excused'],
  { oldest, newest }: Pick<StoredSeal, 'oldest' | 'newest'>,
  entries: number,
): boolean {
  const drop = [...excused.keys()].find(({ from, to }) => oldest >= from && newest < to);
  if (drop) excused.set(drop, (excused.get(drop) ?? 0) + entries);
  return drop !== undefined;
}

const sealsAtOnce = 20;
const entriesAtOnce = 5000;

export type VerifyRange = { since?: Date | undefined; head?: Buffer | undefined };
export type TrailReport = {
  faults: TrailFault[];
  /** How far the check got. */
  entries: number;
  seals: number;
  head: ChainLink;
  /** Written, but not sealed yet. */
  waiting: number;
  /** Entries whose personal fields were erased. */
  erased: number;
  dropped: Drop[];
};

/** Reads the whole trail, or what was sealed since a moment, as of now, and reports what is not as it was sealed. */
export function verifyTrail(
  { sql, config }: { sql: Sql; config: Pick<Config, 'auditSecrets'> },
  scope: VerifyRange,
): Promise<TrailReport> {
  return sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    const keys = sealKeysOf(config);
    const excuses = await readExcuses(tx);
    const dropped = believedDrops(keys, excuses);
    const excused = new Map(dropped.map((drop) => [drop, 0]));
    const chain = await followChain(tx, { keys, excused }, scope.since);
    const { erased, doubted } = await checkErased(tx, excuses, keys);
    const faults = [
      ...excuses.flatMap((row) => faultFor(row.id, doubtOf(keys, row))),
      ...chain.faults,
      // Only the whole trail tells how many are gone.
      ...(scope.since ? [] : [...excused].flatMap(miscounted)),
      ...doubted,
      ...(await findStrangers(tx, scope.since)),
    ];
    const { waiting, gone } = await readWaiting(tx);
    faults.push(...gone.map((id) => ({ what: 'removed before it was sealed', id })));
    if (scope.head && !(await hasRoot(tx, scope.head)))
      faults.push({
        what: 'no seal has the root you kept: the newest ones were cut off, or it is not of here',
      });
    return { ...chain, faults, waiting, erased, dropped };
  });
}

function faultFor(id: string, what: string | undefined): TrailFault[] {
  return what === undefined ? [] : [{ what, id }];
}

function miscounted([{ to, entries }, gone]: [Drop, number]): TrailFault[] {
  if (gone === entries) return [];
  return [
    {
      what: `${gone} entries are gone from the months before ${to.toISOString()}, but ${entries} were dropped`,
    },
  ];
}

/** Each erased entry must be one that a record of the service names. */
async function checkErased(tx: Db, excuses: readonly ExcuseRow[], keys: VerifyContext['keys']) {
  const doubted: TrailFault[] = [];
  let [erased, unsaid] = [0, 0];
  for (const { erasedBy, entryIds } of await readErased(tx)) {
    const row = excuses.find(({ id, action }) => id === erasedBy && action === 'ADMIN_AUDIT_ERASED');
    const { digest, entries } = row?.metadata ?? {};
    erased += entryIds.length;
    if (!row || doubtOf(keys, row)) unsaid += entryIds.length;
    else if (!equalSecrets(String(digest), digestOf(entryIds)) || entries !== entryIds.length)
      doubted.push({ what: 'excuses other entries than those that were erased', id: row.id });
  }
  if (unsaid > 0) doubted.push({ what: `${unsaid} entries were erased, and no entry says so` });
  return { erased, doubted };
}

async function followChain(tx: Db, known: VerifyContext, since: Date | undefined) {
  const faults: TrailFault[] = [];
  let head: ChainLink = (since && (await findSealBefore(tx, since))) ?? beginning;
  let [entries, seals] = [0, 0];
  for (;;) {
    const page = await readSeals(tx, head.sequence, sealsAtOnce);
    const last = page.at(-1);
    if (!last) return { faults, head, entries, seals };
    const sealed = await readSealed(tx, head.sequence + 1, last.sequence);
    for (const seal of page) {
      const own = sealed.filter((entry) => entry.seal === seal.sequence);
      faults.push(...verifySeal(seal, own, head, known));
      head = { sequence: seal.sequence, root: seal.root, mac: seal.mac };
    }
    entries += sealed.length;
    seals += page.length;
  }
}

/** Entries that bypassed the triggers: neither sealed nor about to be. */
async function findStrangers(tx: Db, since: Date | undefined): Promise<TrailFault[]> {
  const faults: TrailFault[] = [];
  let after: Passed | undefined;
  for (;;) {
    const page = await passEntries(tx, after, since, entriesAtOnce);
    for (const { id, stranger } of page) if (stranger) faults.push({ what: 'inserted', id });
    after = page.at(-1);
    if (page.length < entriesAtOnce) return faults;
  }
}

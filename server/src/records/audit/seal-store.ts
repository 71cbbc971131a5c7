import type { Db } from '../../platform/db/sql.ts';
import type { BatchFacts, ChainLink } from './chain.ts';
import type { Salts, SealableRow } from './entry-leaf.ts';
import type { Drop } from './excuse.ts';

/** An entry that waits for its seal. Without an `action`, the entry is gone. */
export type QueuedEntry = { entryId: string; at: string; createdAt: Date } & (SealableRow | { action: null });

/** To the microsecond, in UTC, as it enters the seal. */
export function exactTime(db: Db, column: 'a.created_at' | 'q.created_at' | 's.created_at') {
  return db`to_char(${db(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Checked without the lock: most often there is nothing to do. */
export async function isUnsealed(db: Db): Promise<boolean> {
  const rows = await db`SELECT 1 FROM audit_unsealed LIMIT 1`;
  return rows.length > 0;
}

/** Takes what is committed by now, in the order it was written. */
export function takeUnsealed(tx: Db, limit: number): Promise<QueuedEntry[]> {
  return tx<QueuedEntry[]>`
    WITH taken AS (
      DELETE FROM audit_unsealed WHERE number IN (SELECT number FROM audit_unsealed ORDER BY number LIMIT ${limit})
      RETURNING *)
    SELECT a.*, q.entry_id, q.created_at, ${exactTime(tx, 'q.created_at')} AS at
      FROM taken q LEFT JOIN audit_logs a ON a.created_at = q.created_at AND a.id = q.entry_id ORDER BY q.number`;
}

export type Head = ChainLink & { sealedAt: Date };

export async function findHead(db: Db): Promise<Head | undefined> {
  const [row] = await db<(Omit<Head, 'sequence'> & { sequence: string })[]>`
    SELECT sequence, root, mac, sealed_at FROM audit_seals ORDER BY sequence DESC LIMIT 1`;
  return row && { ...row, sequence: Number(row.sequence) };
}

export type Seal = BatchFacts & { root: Buffer; mac: Buffer; keyName: Buffer };
export type SealedEntry = {
  place: number;
  entryId: string;
  at: string;
  salt: Buffer;
  leaf: Buffer;
  mac: Buffer;
} & Pick<Salts, 'clientSalt' | 'metadataFields' | 'metadataSalt'>;

/** Columns of `audit_sealed s`. */
export function saltColumns(db: Db) {
  return db`
    s.salt, s.hashes, s.client_salt, s.client_hashes, s.metadata_fields, s.metadata_salt, s.metadata_hashes`;
}

export async function insertSeal(tx: Db, seal: Seal, entries: readonly SealedEntry[]): Promise<void> {
  const of = <K extends keyof SealedEntry>(key: K) => entries.map((each) => each[key]);
  const hex = (key: 'salt' | 'clientSalt' | 'metadataSalt' | 'leaf' | 'mac') =>
    entries.map((each) => each[key]?.toString('hex') ?? null);
  const fields = entries.map(({ metadataFields }) => metadataFields?.join() ?? null);
  await tx`
    INSERT INTO audit_seals (sequence, entries, oldest, newest, entries_root, root, mac, key_name, ids, sealed_at)
    VALUES (${seal.sequence}, ${seal.entries}, ${seal.oldest}, ${seal.newest}, ${seal.entriesRoot}, ${seal.root},
            ${seal.mac}, ${seal.keyName}, ${of('entryId')}::uuid[], ${seal.sealedAt})`;
  await tx`
    INSERT INTO audit_sealed (seal, place, entry_id, created_at, salt, client_salt, metadata_fields, metadata_salt, leaf, mac)
    SELECT ${seal.sequence}, place, entry_id, at::timestamptz, decode(salt, 'hex'), decode(client_salt, 'hex'),
           string_to_array(fields, ','), decode(metadata_salt, 'hex'), decode(leaf, 'hex'), decode(mac, 'hex')
      FROM unnest(${of('place')}::int[], ${of('entryId')}::uuid[], ${of('at')}::text[], ${hex('salt')}::text[],
                  ${hex('clientSalt')}::text[], ${fields}::text[], ${hex('metadataSalt')}::text[],
                  ${hex('leaf')}::text[], ${hex('mac')}::text[])
           AS e (place, entry_id, at, salt, client_salt, fields, metadata_salt, leaf, mac)`;
}

/** Which of the entries have a seal. */
export async function whichAreSealed(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ entryId: string }[]>`
    SELECT entry_id FROM audit_sealed WHERE entry_id = ANY (${[...ids]}::uuid[])`;
  return new Set(rows.map(({ entryId }) => entryId));
}

/** Discards what a few seals say about entries whose months are gone; the chain needs only the rest. Returns how many. */
export async function thinSome(tx: Db, drops: readonly Drop[], most: number): Promise<number> {
  const lows = drops.map(({ from }) => from?.toISOString() ?? '-infinity');
  const highs = drops.map(({ to }) => to.toISOString());
  const rows = await tx<{ sequence: string }[]>`
    UPDATE audit_seals SET ids = NULL WHERE sequence IN (
      SELECT s.sequence FROM audit_seals s
       WHERE s.ids IS NOT NULL AND EXISTS (
         SELECT 1 FROM unnest(${lows}::text[]::timestamptz[], ${highs}::text[]::timestamptz[]) AS d (low, high)
          WHERE s.oldest >= d.low AND s.newest < d.high)
       ORDER BY s.sequence LIMIT ${most})
    RETURNING sequence`;
  await tx`DELETE FROM audit_sealed WHERE seal = ANY (${rows.map(({ sequence }) => sequence)}::bigint[])`;
  return rows.length;
}

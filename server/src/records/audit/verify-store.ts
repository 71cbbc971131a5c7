import type { Db } from '../../platform/db/sql.ts';
import type { ChainLink } from './chain.ts';
import type { Salts, SealableRow } from './entry-leaf.ts';
import type { ExcuseRow } from './excuse.ts';
import { exactTime, type Seal, saltColumns } from './seal-store.ts';

export type StoredSeal = Seal & { ids: string[] | null };
/** What a seal says about an entry, and the entry. `action` null: it is gone. */
export type StoredEntry = {
  seal: number;
  place: number;
  entryId: string;
  at: string;
  leaf: Buffer;
  mac: Buffer;
} & Salts &
  (SealableRow | { action: null });

/** The seal that those sealed since a moment build on. */
export async function findSealBefore(db: Db, since: Date): Promise<ChainLink | undefined> {
  const [row] = await db<(Omit<ChainLink, 'sequence'> & { sequence: string })[]>`
    SELECT sequence, root, mac FROM audit_seals WHERE sealed_at < ${since} ORDER BY sequence DESC LIMIT 1`;
  return row && { ...row, sequence: Number(row.sequence) };
}

export async function readSeals(db: Db, after: number, limit: number): Promise<StoredSeal[]> {
  const rows = await db<(Omit<StoredSeal, 'sequence'> & { sequence: string })[]>`
    SELECT * FROM audit_seals WHERE sequence > ${after} ORDER BY sequence LIMIT ${limit}`;
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}

export async function readSealed(db: Db, first: number, last: number): Promise<StoredEntry[]> {
  const rows = await db<(StoredEntry & { seal: string })[]>`
    SELECT a.*, s.seal, s.place, s.entry_id, ${saltColumns(db)}, s.leaf, s.mac, ${exactTime(db, 's.created_at')} AS at
      FROM audit_sealed s LEFT JOIN audit_logs a ON a.created_at = s.created_at AND a.id = s.entry_id
     WHERE s.seal BETWEEN ${first} AND ${last} ORDER BY s.seal, s.place`;
  return rows.map((row) => ({ ...row, seal: Number(row.seal) }));
}

/** Entries that say that others were dropped or erased. They may be forged. */
export function readExcuses(db: Db): Promise<ExcuseRow[]> {
  return db<ExcuseRow[]>`
    SELECT id, action, metadata, created_at FROM audit_logs
     WHERE action IN ('ADMIN_AUDIT_DROPPED', 'ADMIN_AUDIT_ERASED') ORDER BY created_at, id`;
}

/** The entries whose personal fields are gone, by the record that says so. */
export function readErased(db: Db): Promise<{ erasedBy: string | null; entryIds: string[] }[]> {
  return db<{ erasedBy: string | null; entryIds: string[] }[]>`
    SELECT part.erased_by, array_agg(DISTINCT s.entry_id) AS entry_ids
      FROM audit_sealed s JOIN audit_logs a ON a.created_at = s.created_at AND a.id = s.entry_id,
           LATERAL (VALUES (s.salt IS NULL, s.erased_by), (s.client_hashes IS NOT NULL, s.client_erased_by),
                           (s.metadata_hashes IS NOT NULL, s.metadata_erased_by)) AS part (is_erased, erased_by)
     WHERE (s.salt IS NULL OR s.client_hashes IS NOT NULL OR s.metadata_hashes IS NOT NULL) AND part.is_erased
     GROUP BY part.erased_by`;
}

export type Passed = { at: string; id: string; stranger: boolean };

/** The trail's entries in order of time, and whether each is neither sealed nor about to be. */
export function passEntries(
  db: Db,
  after: { at: string; id: string } | undefined,
  since: Date | undefined,
  limit: number,
): Promise<Passed[]> {
  return db<Passed[]>`
    SELECT a.id, a.created_at::text AS at, s.entry_id IS NULL AND q.entry_id IS NULL AS stranger
      FROM (SELECT created_at, id FROM audit_logs WHERE true
              ${after ? db`AND (created_at, id) > (${after.at}::text::timestamptz, ${after.id})` : db``}
              ${since ? db`AND created_at >= ${since}` : db``}
             ORDER BY created_at, id LIMIT ${limit}) AS a
      LEFT JOIN audit_sealed s ON s.entry_id = a.id AND s.created_at = a.created_at
      LEFT JOIN audit_unsealed q ON q.entry_id = a.id AND q.created_at = a.created_at
     ORDER BY a.created_at, a.id`;
}

/** Entries that wait for their seal; `gone`: those among them that no longer exist. */
export async function readWaiting(db: Db): Promise<{ waiting: number; gone: string[] }> {
  const [row] = await db<{ waiting: number; gone: string[] | null }[]>`
    SELECT (count(a.id))::int AS waiting, array_agg(q.entry_id) FILTER (WHERE a.id IS NULL) AS gone
      FROM audit_unsealed q LEFT JOIN audit_logs a ON a.created_at = q.created_at AND a.id = q.entry_id`;
  return { waiting: row?.waiting ?? 0, gone: row?.gone ?? [] };
}

export async function hasRoot(db: Db, root: Buffer): Promise<boolean> {
  return (await db`SELECT 1 FROM audit_seals WHERE root = ${root}`).length > 0;
}

import type { Db } from '../../platform/db/sql.ts';
import type { AuditRow } from '../../records/audit/audit-store.ts';
import type { Salts } from '../../records/audit/entry-leaf.ts';
import { exactTime, type Seal, saltColumns } from '../../records/audit/seal-store.ts';

/** An entry with what its seal says about it. */
export type ProvenRow = AuditRow & {
  at: string;
  seal: number;
  place: number;
  leaf: Buffer;
} & Salts;

const within = (db: Db, organizationId: string | undefined) =>
  organizationId ? db`AND a.organization_id = ${organizationId}` : db``;

export async function findSealed(
  db: Db,
  id: string,
  organizationId: string | undefined,
): Promise<ProvenRow | undefined> {
  const [row] = await db<(ProvenRow & { seal: string })[]>`
    SELECT a.*, ${exactTime(db, 'a.created_at')} AS at, s.seal, s.place, ${saltColumns(db)}, s.leaf
      FROM audit_sealed s JOIN audit_logs a ON a.created_at = s.created_at AND a.id = s.entry_id
     WHERE s.entry_id = ${id} ${within(db, organizationId)} LIMIT 1`;
  return row && { ...row, seal: Number(row.seal) };
}

export async function isWaiting(db: Db, id: string, organizationId: string | undefined): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM audit_unsealed q JOIN audit_logs a ON a.created_at = q.created_at AND a.id = q.entry_id
     WHERE q.entry_id = ${id} ${within(db, organizationId)}`;
  return rows.length > 0;
}

type SealedBatch = { seal: Seal; leaves: Buffer[]; previousRoot: Buffer | undefined };

/** Everything that was sealed together, as leaves only. */
export async function readBatch(db: Db, sequence: number): Promise<SealedBatch> {
  const seals = await db<(Seal & { sequence: number | string })[]>`
    SELECT * FROM audit_seals WHERE sequence IN (${sequence}, ${sequence - 1}) ORDER BY sequence DESC`;
  const [seal, previous] = seals;
  if (Number(seal?.sequence) !== sequence || !seal)
    throw new Error('an entry is sealed by a seal that is gone');
  const rows = await db<{ leaf: Buffer }[]>`
    SELECT leaf FROM audit_sealed WHERE seal = ${sequence} ORDER BY place`;
  const leaves = rows.map(({ leaf }) => leaf);
  return { seal: { ...seal, sequence }, leaves, previousRoot: previous?.root };
}

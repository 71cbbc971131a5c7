import type { Db, Tx } from '../../platform/db/sql.ts';

export type DataKeyRow = { id: number; purpose: string | null; wrapped: Buffer };

export async function findDataKeys(db: Db): Promise<DataKeyRow[]> {
  return db<DataKeyRow[]>`SELECT id, purpose, wrapped FROM data_keys ORDER BY id`;
}

/** If several nodes start together, the first one's key counts for all. */
export async function insertDataKey(db: Db, { id, purpose, wrapped }: DataKeyRow, now: Date): Promise<void> {
  await db`
    INSERT INTO data_keys (id, purpose, wrapped, created_at) VALUES (${id}, ${purpose}, ${wrapped}, ${now})
    ON CONFLICT (id) DO NOTHING`;
}

/** No other node rewraps or adds a key until this transaction ends. */
export async function lockDataKeys(tx: Db): Promise<DataKeyRow[]> {
  await tx`LOCK TABLE data_keys IN SHARE ROW EXCLUSIVE MODE`;
  return findDataKeys(tx);
}

export async function rewrapDataKey(tx: Db, id: number, wrapped: Buffer): Promise<void> {
  await tx`UPDATE data_keys SET wrapped = ${wrapped} WHERE id = ${id}`;
}

/** Where sealed values are kept, and for which purpose: one for all rows, or one for each. */
export type SealedColumn = { table: string; column: string; purposeOf(id: string): string };

export type SealedValue = { id: string; sealed: Buffer };

const batch = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Some values after an id, in order of their ids. */
export async function sealedAfter(
  db: Db,
  { table, column }: SealedColumn,
  id = firstId,
  most = batch,
): Promise<SealedValue[]> {
  return db<SealedValue[]>`
    SELECT id, ${db(column)} AS sealed FROM ${db(table)}
     WHERE id > ${id} AND ${db(column)} IS NOT NULL ORDER BY id LIMIT ${most}`;
}

/** Skips a value that changed meanwhile: the change sealed it again. */
export function replaceSealed(
  tx: Tx,
  { table, column }: SealedColumn,
  { id, sealed }: SealedValue,
  anew: Buffer,
): void {
  tx.send(tx`
    UPDATE ${tx(table)} SET ${tx(column)} = ${anew} WHERE id = ${id} AND ${tx(column)} = ${sealed}`);
}

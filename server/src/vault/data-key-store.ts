import type { Db } from '../db/sql.ts';

export type DataKeyRow = { id: number; purpose: string | null; wrapped: Buffer };

export async function findDataKeys(db: Db): Promise<DataKeyRow[]> {
  return db<DataKeyRow[]>`SELECT id, purpose, wrapped FROM data_keys ORDER BY id`;
}

/** Among nodes that start together, one decides for all. */
export async function insertDataKey(db: Db, { id, purpose, wrapped }: DataKeyRow, now: Date): Promise<void> {
  await db`
    INSERT INTO data_keys (id, purpose, wrapped, created_at) VALUES (${id}, ${purpose}, ${wrapped}, ${now})
    ON CONFLICT (id) DO NOTHING`;
}

/** Nobody else rewraps or adds a key until this transaction ends. */
export async function lockDataKeys(tx: Db): Promise<DataKeyRow[]> {
  await tx`LOCK TABLE data_keys IN SHARE ROW EXCLUSIVE MODE`;
  return findDataKeys(tx);
}

export async function rewrapDataKey(tx: Db, id: number, wrapped: Buffer): Promise<void> {
  await tx`UPDATE data_keys SET wrapped = ${wrapped} WHERE id = ${id}`;
}

import { deriveKeys, unseal } from '../crypto/seal.ts';
import type { Sql } from '../db/sql.ts';
import { findDataKeys } from './data-key-store.ts';
import { dataKeysOf, type Secrets } from './data-keys.ts';
import { type SealedColumn, sealedAfter } from './sealed-store.ts';

export type SealedState = { current: boolean; unreadable: string[] };

/** Whether sealed values open, by one value per column. Makes no key. Throws when the secret is a different one. */
export async function checkSealed(
  sql: Sql,
  secrets: Secrets,
  columns: readonly SealedColumn[],
): Promise<SealedState> {
  const kept = await findDataKeys(sql);
  const keys = kept.length > 0 ? dataKeysOf(kept, secrets) : undefined;
  const unreadable: string[] = [];
  for (const column of columns) {
    const [sample] = await sealedAfter(sql, column, undefined, 1);
    if (!sample) continue;
    const purpose = column.purposeOf(sample.id);
    const ring = keys ? keys.of(purpose) : deriveKeys(secrets, purpose);
    if (!unseal(ring, sample.sealed)) unreadable.push(`${column.table}.${column.column}`);
  }
  return { current: keys?.current ?? true, unreadable };
}

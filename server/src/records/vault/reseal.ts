import { deriveKey, deriveKeys, seal, unseal } from '../../platform/crypto/seal.ts';
import type { Sql, Tx } from '../../platform/db/sql.ts';
import { type DataKeys, dataKeysOf, unwrap, type WrappingSecrets, wrap } from './data-keys.ts';
import {
  findDataKeys,
  insertDataKey,
  lockDataKeys,
  replaceSealed,
  rewrapDataKey,
  type SealedColumn,
  type SealedValue,
  sealedAfter,
} from './vault-store.ts';

export type AtRest = {
  columns: readonly SealedColumn[];
  /** Purposes whose values can't be resealed because the service doesn't store them: their keys are kept instead. */
  kept: readonly string[];
};

type Resealed = { keys: number; moved: number; unreadable: { where: string; count: number }[] };

/**
 * Wraps the data keys with the current secret, and moves to them what earlier versions sealed under a secret. After
 * that, nothing depends on an earlier secret. It can be interrupted and repeated, alongside a running service.
 */
export async function reseal(
  sql: Sql,
  secrets: WrappingSecrets,
  { columns, kept }: AtRest,
  now: Date,
): Promise<Resealed> {
  const rows = await sql.begin((tx) => rewrapAll(tx, secrets, kept, now));
  const keys = dataKeysOf(rows, secrets);
  const unreadable: Resealed['unreadable'] = [];
  let moved = 0;
  for (const column of columns) {
    const done = await moveColumn(sql, column, keys);
    moved += done.moved;
    if (done.unreadable > 0)
      unreadable.push({ where: `${column.table}.${column.column}`, count: done.unreadable });
  }
  return { keys: rows.length, moved, unreadable };
}

async function rewrapAll(tx: Tx, secrets: WrappingSecrets, kept: readonly string[], now: Date) {
  const rows = await lockDataKeys(tx);
  const wrapped = rows.map((row) => wrap(row, unwrap(row, secrets), secrets));
  for (const row of wrapped) await rewrapDataKey(tx, row.id, row.wrapped);
  // Kept once, the first time: now that there are data keys, nothing is sealed under a secret itself anymore.
  if (rows.some(({ purpose }) => purpose !== null)) return wrapped;
  let id = Math.max(...rows.map((row) => row.id));
  for (const secret of secrets)
    for (const purpose of kept) {
      const row = wrap({ id: ++id, purpose }, deriveKey(secret, purpose), secrets);
      await insertDataKey(tx, row, now);
      wrapped.push(row);
    }
  return wrapped;
}

async function moveColumn(sql: Sql, column: SealedColumn, keys: DataKeys) {
  const count = { moved: 0, unreadable: 0 };
  let some = await sealedAfter(sql, column);
  while (some.length > 0) {
    const changes = some.flatMap((value) => moveOf(value, keys.of(column.purposeOf(value.id)), count));
    if (changes.length > 0)
      await sql.begin((tx) => {
        for (const { value, anew } of changes) replaceSealed(tx, column, value, anew);
      });
    some = await sealedAfter(sql, column, some.at(-1)?.id);
  }
  return count;
}

function moveOf(
  value: SealedValue,
  ring: ReturnType<DataKeys['of']>,
  count: { moved: number; unreadable: number },
): { value: SealedValue; anew: Buffer }[] {
  if (unseal(ring[0], value.sealed)) return [];
  const opened = unseal(ring, value.sealed);
  if (!opened) {
    count.unreadable++;
    return [];
  }
  count.moved++;
  return [{ value, anew: seal(ring[0], opened) }];
}

export type SealedState = { current: boolean; unreadable: string[] };

/** Whether sealed values open, by one value per column. Makes no key. Throws when the secret is a different one. */
export async function checkSealed(
  sql: Sql,
  secrets: WrappingSecrets,
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

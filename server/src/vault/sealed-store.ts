import type { Db, Tx } from '../db/sql.ts';

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

/** A value that changed meanwhile stays as it is: whoever changed it sealed it again. */
export function replaceSealed(
  tx: Tx,
  { table, column }: SealedColumn,
  { id, sealed }: SealedValue,
  anew: Buffer,
): void {
  tx.send(tx`
    UPDATE ${tx(table)} SET ${tx(column)} = ${anew} WHERE id = ${id} AND ${tx(column)} = ${sealed}`);
}

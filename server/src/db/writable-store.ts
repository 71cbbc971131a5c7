import type { Db } from './sql.ts';

/** Whether the server accepts writes: a standby does not, nor does one set to read-only. */
export async function isWritable(db: Db): Promise<boolean> {
  const [row] = await db<
    { writable: boolean }[]
  >`SELECT current_setting('transaction_read_only') = 'off' AS writable`;
  return row?.writable === true;
}

import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/sql.ts';

export type HashedCode = { selector: Buffer; codeHash: string };

/** Whoever calls this holds the user's row, so that two sets never mix. */
export async function storeBackupCodes(
  db: Db,
  userId: string,
  codes: HashedCode[],
  now: Date,
): Promise<void> {
  await deleteBackupCodes(db, userId);
  const rows = codes.map((code) => ({ id: uuidv7(), userId, ...code, createdAt: now }));
  await db`INSERT INTO backup_codes ${db(rows)}`;
}

export async function deleteBackupCodes(db: Db, userId: string): Promise<void> {
  await db`DELETE FROM backup_codes WHERE user_id = ${userId}`;
}

/** Used ones too: that a code is used up is for `spendBackupCode` to say. */
export async function findBackupCode(
  db: Db,
  userId: string,
  selector: Buffer,
): Promise<{ id: string; codeHash: string } | undefined> {
  const [row] = await db<{ id: string; codeHash: string }[]>`
    SELECT id, code_hash FROM backup_codes WHERE user_id = ${userId} AND selector = ${selector}`;
  return row;
}

/** Single use: true for the one caller that set used_at. */
export async function spendBackupCode(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db`
    UPDATE backup_codes SET used_at = ${now} WHERE id = ${id} AND used_at IS NULL RETURNING id`;
  return rows.length === 1;
}

export async function countBackupCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count FROM backup_codes WHERE user_id = ${userId} AND used_at IS NULL`;
  return row?.count ?? 0;
}

import { uuidv7 } from 'uuidv7';
import type { Db } from '../../platform/db/sql.ts';

export type HashedCode = { selector: Buffer; codeHash: string };

export type FoundCode = HashedCode & { id: string };

/**
 * The caller holds the user's row, so two sets never mix. Codes of an unfinished setup are stored next to the
 * live ones, but don't work until it is finished.
 */
export async function storeBackupCodes(
  db: Db,
  userId: string,
  codes: HashedCode[],
  { now, pending }: { now: Date; pending: boolean },
): Promise<void> {
  await db`DELETE FROM backup_codes WHERE user_id = ${userId} AND pending = ${pending}`;
  const rows = codes.map((code) => ({ id: uuidv7(), userId, ...code, pending, createdAt: now }));
  await db`INSERT INTO backup_codes ${db(rows)}`;
}

/** The setup is finished: its codes replace the earlier ones, and are as old as the factor. */
export async function confirmBackupCodes(db: Db, userId: string, now: Date): Promise<void> {
  await db`DELETE FROM backup_codes WHERE user_id = ${userId} AND NOT pending`;
  await db`UPDATE backup_codes SET pending = false, created_at = ${now} WHERE user_id = ${userId}`;
}

/** Deletes codes whose factor is gone or whose setup was abandoned, and those created since a time. */
export async function dropBackupCodes(db: Db, userId: string, since: Date | null = null): Promise<void> {
  await db`
    DELETE FROM backup_codes b USING users u
     WHERE b.user_id = ${userId} AND u.id = b.user_id
       AND (b.pending OR b.created_at >= ${since}::timestamptz OR NOT (u.two_factor_enabled OR u.passkey_count > 0))`;
}

/**
 * By any of the selectors it may have been stored with. Includes used ones: `spendBackupCode` decides whether
 * a code is used up.
 */
export async function findBackupCode(
  db: Db,
  userId: string,
  selectors: readonly Buffer[],
): Promise<FoundCode | undefined> {
  const [row] = await db<FoundCode[]>`
    SELECT id, selector, code_hash FROM backup_codes WHERE user_id = ${userId} AND selector IN ${db(selectors)} AND NOT pending`;
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
    SELECT count(*)::int AS count FROM backup_codes
     WHERE user_id = ${userId} AND used_at IS NULL AND NOT pending`;
  return row?.count ?? 0;
}

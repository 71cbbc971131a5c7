import { passwordHistory } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Db, Statement } from '../../platform/db/sql.ts';

/** The current password first, then those before it, as far back as a new one must differ. */
export async function recentPasswords(db: Db, userId: string): Promise<string[]> {
  const rows = await db<{ passwordHash: string }[]>`
    SELECT password_hash FROM users WHERE id = ${userId} AND password_hash IS NOT NULL
    UNION ALL
    (SELECT password_hash FROM password_history WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${passwordHistory - 1})`;
  return rows.map((row) => row.passwordHash);
}

/** Replaces the password if it is still the one that was checked. False if another request was faster. */
export async function replacePassword(
  db: Db,
  change: { userId: string; from: string | null; to: string; now: Date },
): Promise<boolean> {
  const { userId, from, to, now } = change;
  const rows = await db`
    UPDATE users SET password_hash = ${to}, password_changed_at = ${now}, updated_at = ${now}
     WHERE id = ${userId} AND password_hash IS NOT DISTINCT FROM ${from} RETURNING id`;
  if (rows.length === 0) return false;
  if (from)
    await db`
      INSERT INTO password_history (id, user_id, password_hash, created_at) VALUES (${uuidv7()}, ${userId}, ${from}, ${now})`;
  await db`
    DELETE FROM password_history WHERE user_id = ${userId} AND id NOT IN (
      SELECT id FROM password_history WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${passwordHistory - 1})`;
  return true;
}

/** Stores another hash of the same password; the caller holds the row. The password hasn't changed, so nothing ends. */
export function upgradeHash(db: Db, userId: string, to: string): Statement {
  return db`UPDATE users SET password_hash = ${to} WHERE id = ${userId}`;
}

/**
 * Removes a password set since then, even the first one; null means any age. False if the password is older, or there
 * is none.
 */
export async function clearPassword(db: Db, userId: string, since: Date | null, now: Date): Promise<boolean> {
  const rows = await db`
    UPDATE users SET password_hash = NULL, password_changed_at = ${now}, updated_at = ${now}
     WHERE id = ${userId} AND password_hash IS NOT NULL
       AND (${since}::timestamptz IS NULL OR password_changed_at >= ${since}) RETURNING id`;
  return rows.length === 1;
}

import type { Db } from '../db/sql.ts';

/** Revokes the keys created since then, or all of them. Returns how many. */
export async function revokeKeys(tx: Db, userId: string, since: Date | null, now: Date): Promise<number> {
  const rows = await tx`
    UPDATE api_keys SET revoked_at = ${now}
     WHERE user_id = ${userId} AND revoked_at IS NULL AND (${since}::timestamptz IS NULL OR created_at >= ${since})`;
  return rows.count;
}

/** Removes the links created since then, or all of them. Returns how many. */
export async function deleteAccounts(db: Db, userId: string, since: Date | null): Promise<number> {
  const rows = await db`
    DELETE FROM oauth_accounts
     WHERE user_id = ${userId} AND (${since}::timestamptz IS NULL OR created_at >= ${since})`;
  return rows.count;
}

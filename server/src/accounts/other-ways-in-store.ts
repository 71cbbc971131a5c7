import type { Db } from '../db/sql.ts';

/** Every key that was made since, or every one at all. The number of them. */
export async function revokeKeys(tx: Db, userId: string, since: Date | null, now: Date): Promise<number> {
  const rows = await tx`
    UPDATE api_keys SET revoked_at = ${now}
     WHERE user_id = ${userId} AND revoked_at IS NULL AND (${since}::timestamptz IS NULL OR created_at >= ${since})`;
  return rows.count;
}

/** Every link that was made since, or every one at all. The number of them. */
export async function deleteAccounts(db: Db, userId: string, since: Date | null): Promise<number> {
  const rows = await db`
    DELETE FROM oauth_accounts
     WHERE user_id = ${userId} AND (${since}::timestamptz IS NULL OR created_at >= ${since})`;
  return rows.count;
}

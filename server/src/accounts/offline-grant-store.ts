import type { Db } from '../db/sql.ts';

/** What applications were granted for good: it outlives sessions, but nothing that a new password is for. */
export async function deleteOfflineGrants(tx: Db, userId: string): Promise<void> {
  await tx`DELETE FROM application_grants WHERE user_id = ${userId} AND session_id IS NULL`;
}

import type { Db } from '../db/sql.ts';

/** Offline grants to applications: they outlive sessions, but not a new password. */
export async function deleteOfflineGrants(tx: Db, userId: string): Promise<void> {
  await tx`DELETE FROM application_grants WHERE user_id = ${userId} AND session_id IS NULL`;
}

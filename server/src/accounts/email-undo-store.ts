import type { Db } from '../db/sql.ts';

export type UndoRow = { userId: string; email: string; changedAt: Date };
export type UsedUndo = UndoRow & { wasVerified: boolean };

/**
 * Earlier links stay as they are. An address that was verified when the account left it earlier still counts as
 * verified, although returning to it made it unverified.
 */
export async function insertUndo(
  db: Db,
  undo: UndoRow & { hash: Buffer; verified: boolean; expiresAt: Date },
): Promise<void> {
  const { hash, userId, email, verified, changedAt, expiresAt } = undo;
  await db`
    INSERT INTO email_change_undos (token_hash, user_id, email, changed_at, expires_at, was_verified)
    VALUES (${hash}, ${userId}, ${email}, ${changedAt}, ${expiresAt},
            ${verified} OR EXISTS (SELECT 1 FROM email_change_undos
                                    WHERE user_id = ${userId} AND email = ${email} AND was_verified
                                      AND expires_at > ${changedAt}))`;
}

/** Which user and address to lock. `useUndo` decides whether the link still works. */
export async function findUndo(db: Db, hash: Buffer): Promise<UndoRow | undefined> {
  const [row] = await db<UndoRow[]>`
    SELECT user_id, email, changed_at FROM email_change_undos WHERE token_hash = ${hash}`;
  return row;
}

/**
 * Single use: deleting the link uses it, and voids the account's later ones. An unverified address can't be
 * restored while a verified one still can: it may be a stranger's, through a typo.
 */
export async function useUndo(db: Db, hash: Buffer, now: Date): Promise<UsedUndo | undefined> {
  const [row] = await db<UsedUndo[]>`
    WITH used AS (
      DELETE FROM email_change_undos u
       WHERE u.token_hash = ${hash} AND u.expires_at > ${now}
         AND (u.was_verified OR NOT EXISTS (SELECT 1 FROM email_change_undos o
                                             WHERE o.user_id = u.user_id AND o.was_verified AND o.expires_at > ${now}))
      RETURNING u.id, u.user_id, u.email, u.changed_at, u.was_verified),
    later AS (DELETE FROM email_change_undos o USING used WHERE o.user_id = used.user_id AND o.id > used.id)
    SELECT user_id, email, changed_at, was_verified FROM used`;
  return row;
}

/** Once the account's address is verified, earlier addresses that never were can't be restored. */
export async function deleteUnprovenUndos(db: Db, userId: string): Promise<void> {
  await db`DELETE FROM email_change_undos WHERE user_id = ${userId} AND NOT was_verified`;
}

/** When the account last left a verified address that can still be restored. */
export async function findProvenChange(db: Db, userId: string, now: Date): Promise<Date | null> {
  const [row] = await db<{ changedAt: Date | null }[]>`
    SELECT max(changed_at) AS changed_at FROM email_change_undos
     WHERE user_id = ${userId} AND was_verified AND expires_at > ${now}`;
  return row?.changedAt ?? null;
}

/**
 * A never-verified address was restored: the next reset reclaims the account, although the address counts as
 * verified.
 */
export async function reclaimOnReset(db: Db, userId: string): Promise<void> {
  await db`UPDATE users SET reclaim_on_reset = true WHERE id = ${userId}`;
}

/** True for the one reset that must reclaim it. */
export async function takeReclaim(db: Db, userId: string): Promise<boolean> {
  const rows = await db`
    UPDATE users SET reclaim_on_reset = false WHERE id = ${userId} AND reclaim_on_reset RETURNING id`;
  return rows.length === 1;
}

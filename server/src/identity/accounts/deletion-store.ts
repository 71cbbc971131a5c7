import type { Db } from '../../platform/db/sql.ts';

type NewDeletion = { userId: string; hash: Buffer; requestedAt: Date; scheduledFor: Date };

/** An account that is about to be erased. The token with this hash cancels that. */
export async function insertDeletion(db: Db, deletion: NewDeletion): Promise<void> {
  const { userId, hash, requestedAt, scheduledFor } = deletion;
  await db`
    INSERT INTO account_deletions (user_id, token_hash, requested_at, scheduled_for)
    VALUES (${userId}, ${hash}, ${requestedAt}, ${scheduledFor})
    ON CONFLICT (user_id) DO UPDATE SET token_hash = EXCLUDED.token_hash, reactivates = true,
      requested_at = EXCLUDED.requested_at, scheduled_for = EXCLUDED.scheduled_for`;
}

/** Whose deletion this token cancels. */
export async function findDeletionOwner(db: Db, hash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db<{ userId: string }[]>`
    SELECT user_id FROM account_deletions WHERE token_hash = ${hash} AND scheduled_for > ${now}`;
  return row?.userId;
}

export async function isLeaving(db: Db, userId: string): Promise<boolean> {
  return (await db`SELECT 1 FROM account_deletions WHERE user_id = ${userId}`).length > 0;
}

/**
 * Single use: deleting the row cancels the deletion. With a link, only in time. The caller holds the user. Undefined if
 * nothing was scheduled.
 */
export async function takeDeletion(
  db: Db,
  userId: string,
  link?: { hash: Buffer; now: Date },
): Promise<{ reactivates: boolean } | undefined> {
  const [row] = await db<{ reactivates: boolean }[]>`
    DELETE FROM account_deletions
     WHERE user_id = ${userId} ${link ? db`AND token_hash = ${link.hash} AND scheduled_for > ${link.now}` : db``}
    RETURNING reactivates`;
  return row;
}

/** The account stays inactive if its deletion is canceled. False if it isn't leaving, or would have stayed so anyway. */
export async function keepInactive(db: Db, userId: string): Promise<boolean> {
  const rows = await db`
    UPDATE account_deletions SET reactivates = false WHERE user_id = ${userId} AND reactivates RETURNING user_id`;
  return rows.length === 1;
}

export async function findDueDeletions(
  db: Db,
  { now, after, limit }: { now: Date; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await db<{ userId: string }[]>`
    SELECT user_id FROM account_deletions
     WHERE scheduled_for <= ${now} ${after ? db`AND user_id > ${after}` : db``} ORDER BY user_id LIMIT ${limit}`;
  return rows.map(({ userId }) => userId);
}

/** Whether the account is still to be erased. Stable in a transaction that holds the user. */
export async function isDue(db: Db, userId: string, now: Date): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM account_deletions WHERE user_id = ${userId} AND scheduled_for <= ${now}`;
  return rows.length === 1;
}

type Undoable = { email: string; expiresAt: Date };

/** The former addresses that can still undo a change of address, each until when. */
export function findUndoable(db: Db, userId: string, now: Date): Promise<Undoable[]> {
  return db<Undoable[]>`
    SELECT email, max(expires_at) AS expires_at FROM email_change_undos
     WHERE user_id = ${userId} AND moved_at IS NOT NULL AND expires_at > ${now} GROUP BY email`;
}

/** Whether an organization's directory, which is connected, manages the account. */
export async function isDirectoryManaged(db: Db, userId: string): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM scim_links l WHERE l.user_id = ${userId}
       AND EXISTS (SELECT 1 FROM scim_tokens t WHERE t.organization_id = l.organization_id) LIMIT 1`;
  return rows.length > 0;
}

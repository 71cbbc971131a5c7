import { lifetimes } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';
import { deleteTokens, replaceToken } from './token-store.ts';

type EmailChange = { userId: string; email: string; hash: Buffer; now: Date };

/** Replaces what was pending. The token with this hash verifies the address. */
export async function setPending(db: Db, { userId, email, hash, now }: EmailChange): Promise<void> {
  const until = hoursAfter(now, lifetimes.emailVerificationHours);
  await replaceToken(db, { hash, kind: 'email_change', userId, email, expiresAt: until, now });
  await db`UPDATE users SET pending_email = ${email}, pending_email_until = ${until} WHERE id = ${userId}`;
}

/** With a hash, only if that change is the one that is pending. True if there was one. */
export async function cancelPending(db: Db, userId: string, hash: Buffer | null = null): Promise<boolean> {
  const rows = await db`
    UPDATE users u SET pending_email = NULL, pending_email_until = NULL
     WHERE id = ${userId} AND pending_email IS NOT NULL AND (${hash}::bytea IS NULL OR EXISTS (
             SELECT 1 FROM one_time_tokens t WHERE t.token_hash = ${hash} AND t.kind = 'email_change' AND t.user_id = u.id))
    RETURNING id`;
  if (rows.length === 1) await deleteTokens(db, userId, 'email_change');
  return rows.length === 1;
}

export async function findPending(db: Db, userId: string, now: Date): Promise<string | null> {
  const [row] = await db<{ pendingEmail: string }[]>`
    SELECT pending_email FROM users WHERE id = ${userId} AND pending_email_until > ${now}`;
  return row?.pendingEmail ?? null;
}

export type Undo = {
  userId: string;
  /** The address to restore. */
  email: string;
  requestedAt: Date;
  changeHash: Buffer | null;
  movedAt: Date | null;
};

/** A link for a change that was requested, or that has moved the account already. */
export async function insertUndo(db: Db, undo: Undo & { hash: Buffer }): Promise<void> {
  const { hash, userId, email, requestedAt, changeHash, movedAt } = undo;
  const hours = movedAt ? lifetimes.emailChangeUndoHours : lifetimes.emailVerificationHours;
  await db`
    INSERT INTO email_change_undos (token_hash, user_id, email, requested_at, change_hash, moved_at, expires_at)
    VALUES (${hash}, ${userId}, ${email}, ${requestedAt}, ${changeHash}, ${movedAt}, ${hoursAfter(requestedAt, hours)})`;
}

/** Stable in a transaction that holds the user's row. */
export async function findUndo(db: Db, hash: Buffer, now: Date): Promise<Undo | undefined> {
  const [row] = await db<Undo[]>`
    SELECT user_id, email, requested_at, change_hash, moved_at FROM email_change_undos
     WHERE token_hash = ${hash} AND expires_at > ${now}`;
  return row;
}

/** Single use: deleting the link uses it. Restoring an address voids the account's later links. */
export async function useUndo(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await db`
    WITH used AS (
      DELETE FROM email_change_undos WHERE token_hash = ${hash} AND expires_at > ${now} RETURNING id, user_id, moved_at),
    later AS (
      DELETE FROM email_change_undos o USING used
       WHERE o.user_id = used.user_id AND o.id > used.id AND used.moved_at IS NOT NULL)
    SELECT 1 FROM used`;
  return rows.length === 1;
}

/** The account has moved: the link now restores the address, if that was verified. Otherwise, it may be a stranger's. */
export async function settleUndo(
  db: Db,
  {
    userId,
    changeHash,
    wasVerified,
    now,
  }: { userId: string; changeHash: Buffer; wasVerified: boolean; now: Date },
): Promise<void> {
  const expiresAt = hoursAfter(now, lifetimes.emailChangeUndoHours);
  await (wasVerified
    ? db`
      UPDATE email_change_undos SET moved_at = ${now}, expires_at = ${expiresAt}
       WHERE user_id = ${userId} AND change_hash = ${changeHash}`
    : db`DELETE FROM email_change_undos WHERE user_id = ${userId} AND change_hash = ${changeHash}`);
}

export async function voidUndos(db: Db, userId: string): Promise<void> {
  await db`DELETE FROM email_change_undos WHERE user_id = ${userId}`;
}

function hoursAfter(time: Date, hours: number): Date {
  return new Date(time.getTime() + hours * 3_600_000);
}

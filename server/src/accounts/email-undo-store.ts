import type { Db, Statement } from '../db/sql.ts';
import { type Standing, standingOf } from './standing-store.ts';

export type UndoRow = { userId: string; email: string; changedAt: Date };
export type UsedUndo = UndoRow & { wasVerified: boolean; standing: Standing | null };

/**
 * Earlier links stay as they are. An address that was verified when the account left it earlier still counts as
 * verified, although returning to it made it unverified. One that an undo restored unproven doesn't.
 */
export async function insertUndo(
  db: Db,
  undo: UndoRow & { hash: Buffer; verified: boolean; expiresAt: Date },
): Promise<void> {
  const { hash, userId, email, verified, changedAt, expiresAt } = undo;
  await db`
    INSERT INTO email_change_undos (token_hash, user_id, email, changed_at, expires_at, standing, was_verified)
    VALUES (${hash}, ${userId}, ${email}, ${changedAt}, ${expiresAt}, ${standingOf(db, userId)},
            ${verified} AND NOT (SELECT reclaim_on_reset FROM users WHERE id = ${userId})
            OR EXISTS (SELECT 1 FROM email_change_undos
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
      RETURNING u.id, u.user_id, u.email, u.changed_at, u.was_verified, u.standing),
    later AS (DELETE FROM email_change_undos o USING used WHERE o.user_id = used.user_id AND o.id > used.id)
    SELECT user_id, email, changed_at, was_verified, standing FROM used`;
  return row;
}

/**
 * Once the account's address is verified, earlier addresses that never were can't be restored. If the account has
 * returned to a verified one by itself, nothing is set aside for that any longer.
 */
export async function settleUndos(db: Db, userId: string, email: string): Promise<void> {
  await db`
    WITH gone AS (DELETE FROM email_change_undos WHERE user_id = ${userId} AND NOT was_verified)
    UPDATE email_change_undos SET reclaimed = false WHERE user_id = ${userId} AND email = ${email} AND reclaimed`;
}

/**
 * For an account that is reclaimed: sets aside the factors from before it last left a verified address that can still
 * be restored, and returns when it left. If it is back at such an address, nothing is set aside: what came since it
 * first left ends, as if that had been undone. Null if there is no such address.
 */
export async function setAsideFactors(
  db: Db,
  { id: userId, email }: { id: string; email: string },
  now: Date,
): Promise<Date | null> {
  const [row] = await db<{ changedAt: Date | null }[]>`
    WITH proven AS (
      SELECT id, email, changed_at FROM email_change_undos
       WHERE user_id = ${userId} AND was_verified AND expires_at > ${now}),
    back AS (SELECT min(changed_at) AS changed_at FROM proven WHERE email = ${email}),
    marked AS (
      UPDATE email_change_undos SET reclaimed = true
       WHERE id = (SELECT id FROM proven ORDER BY changed_at DESC, id DESC LIMIT 1)
         AND (SELECT changed_at FROM back) IS NULL
      RETURNING changed_at)
    SELECT coalesce(back.changed_at, (SELECT changed_at FROM marked)) AS changed_at FROM back`;
  return row?.changedAt ?? null;
}

/**
 * Someone has passed the mailbox and a second factor. If every factor is an old one, it was one of those: they stay.
 * Two-factor is as old as its backup codes, or older.
 */
export function keepSetAside(db: Db, userId: string): Statement {
  return db`
    UPDATE email_change_undos e SET reclaimed = false
     WHERE e.user_id = ${userId} AND e.reclaimed
       AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = e.user_id AND p.created_at >= e.changed_at)
       AND NOT EXISTS (SELECT 1 FROM backup_codes b
                        WHERE b.user_id = e.user_id AND NOT b.pending AND b.created_at >= e.changed_at)`;
}

/** The condition that a passkey or backup code `f` was set aside: it doesn't prove alone who someone is. */
export function setAside(db: Db) {
  return db`EXISTS (SELECT 1 FROM email_change_undos e
                     WHERE e.user_id = f.user_id AND e.reclaimed AND f.created_at < e.changed_at)`;
}

export async function isSetAside(db: Db, passkeyId: string): Promise<boolean> {
  return (await db`SELECT 1 FROM passkeys f WHERE f.id = ${passkeyId} AND ${setAside(db)}`).length > 0;
}

/** Users whose factors were set aside for an address that can no longer be restored. */
export async function findOverdueSetAside(db: Db, now: Date): Promise<string[]> {
  const rows = await db<{ userId: string }[]>`
    SELECT DISTINCT user_id FROM email_change_undos WHERE reclaimed AND expires_at <= ${now}`;
  return rows.map(({ userId }) => userId);
}

/** Single use: when the account left that address, for the one caller that ends what was set aside. */
export async function takeOverdueSetAside(db: Db, userId: string, now: Date): Promise<Date | undefined> {
  const [row] = await db<{ changedAt: Date | null }[]>`
    WITH taken AS (
      DELETE FROM email_change_undos WHERE user_id = ${userId} AND reclaimed AND expires_at <= ${now}
      RETURNING changed_at)
    SELECT max(changed_at) AS changed_at FROM taken`;
  return row?.changedAt ?? undefined;
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

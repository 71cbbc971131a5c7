import { type Total, totalOf } from '../../platform/db/list-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type AskedHook, hookAt } from '../../records/hooks/hook-store.ts';

export type LinkRow = {
  userId: string;
  email: string;
  subject: string;
  createdAt: Date;
  lastSignInAt: Date | null;
};

/** With the hook that decides about sign-ins. */
export async function findLinkedUser(
  db: Db,
  connectionId: string,
  subject: string,
  now: Date,
): Promise<{ linkedId: string | null; hook: AskedHook | null }> {
  const [row] = await db<{ linkedId: string | null; hook: AskedHook | null }[]>`
    SELECT (SELECT user_id FROM sso_links
             WHERE connection_id = ${connectionId} AND md5(subject) = md5(${subject}) AND subject = ${subject}) AS linked_id,
           ${hookAt(db, 'sign_in.before', now)} AS hook`;
  return row ?? { linkedId: null, hook: null };
}

/** Whether the user is linked here, whatever the subject. */
export async function hasLink(db: Db, connectionId: string, userId: string): Promise<boolean> {
  const rows =
    await db`SELECT 1 FROM sso_links WHERE connection_id = ${connectionId} AND user_id = ${userId}`;
  return rows.length > 0;
}

export async function hasLinks(db: Db, connectionId: string): Promise<boolean> {
  const rows = await db`SELECT 1 FROM sso_links WHERE connection_id = ${connectionId} LIMIT 1`;
  return rows.length > 0;
}

type NewLink = { connectionId: string; userId: string; subject: string; email: string; now: Date };

/** Violates an index if either side is linked here already. */
export async function insertLink(tx: Db, link: NewLink): Promise<void> {
  const { connectionId, userId, subject, email, now } = link;
  await tx`
    INSERT INTO sso_links (connection_id, user_id, subject, email, created_at)
    VALUES (${connectionId}, ${userId}, ${subject}, ${email}, ${now})`;
}

/** False if it was ended meanwhile. */
export async function noteSignIn(tx: Db, link: Omit<NewLink, 'subject'>): Promise<boolean> {
  const { connectionId, userId, email, now } = link;
  const rows = await tx`
    UPDATE sso_links SET email = ${email}, last_sign_in_at = ${now}
     WHERE connection_id = ${connectionId} AND user_id = ${userId} RETURNING user_id`;
  return rows.length === 1;
}

export async function listLinkRows(
  db: Db,
  connectionId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<LinkRow[]> {
  return db<LinkRow[]>`
    SELECT l.user_id, u.email, l.subject, l.created_at, l.last_sign_in_at
      FROM sso_links l JOIN users u ON u.id = l.user_id WHERE l.connection_id = ${connectionId}
     ORDER BY l.created_at DESC, l.user_id DESC LIMIT ${limit} OFFSET ${offset}`;
}

/** Ends the link of one user, or all. Returns whose. */
export async function deleteLinks(
  tx: Db,
  connectionId: string,
  userId: string | null = null,
): Promise<string[]> {
  const rows = await tx<{ userId: string }[]>`
    DELETE FROM sso_links WHERE connection_id = ${connectionId} AND user_id = coalesce(${userId}, user_id)
    RETURNING user_id`;
  return rows.map((row) => row.userId);
}

export function totalLinks(db: Db, connectionId: string): Promise<Total> {
  return totalOf(db, db`FROM sso_links WHERE connection_id = ${connectionId}`);
}

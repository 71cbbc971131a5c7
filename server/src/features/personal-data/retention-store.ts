import type { Db } from '../../platform/db/sql.ts';
import { sweepSome } from '../../platform/db/sweep-store.ts';

/** Mail that waits is kept, and so is the warning that a deactivation waits for. */
export function sweepMailLog(db: Db, before: Date): Promise<number> {
  return sweepSome(
    db,
    'emails',
    db`created_at < ${before} AND status <> 'PENDING' AND NOT (type = 'inactivity_warning' AND EXISTS (
         SELECT 1 FROM inactivity_warnings w WHERE w.user_id = emails.user_id))`,
  );
}

/** Whether a user `u` has used anything since then, or is newer. */
function usedSince(db: Db, since: Date) {
  return db`(
    u.created_at > ${since} OR coalesce(u.last_login_at > ${since}, false)
    OR EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.last_seen_at > ${since})
    OR EXISTS (SELECT 1 FROM account_uses a WHERE a.user_id = u.id AND a.last_used_at > ${since})
    OR EXISTS (SELECT 1 FROM api_keys k WHERE k.user_id = u.id AND k.last_used_at > ${since})
    OR EXISTS (SELECT 1 FROM application_grants g WHERE g.user_id = u.id AND g.last_used_at > ${since}))`;
}

/** A user `u` who may not be deactivated for this: an ADMIN, the only active OWNER of an organization, or linked. */
function isExempt(db: Db) {
  return db`(
    u.role = 'ADMIN' OR EXISTS (SELECT 1 FROM scim_links l WHERE l.user_id = u.id) OR EXISTS (
      SELECT 1 FROM organization_members m WHERE m.user_id = u.id AND m.role = 'OWNER' AND NOT EXISTS (
        SELECT 1 FROM organization_members o JOIN users ou ON ou.id = o.user_id
         WHERE o.organization_id = m.organization_id AND o.role = 'OWNER' AND o.user_id <> m.user_id AND ou.is_active)))`;
}

type Page = { after: string | undefined; limit: number };

/** Active users who have used nothing since then, and were not warned yet. */
export function findUnused(db: Db, since: Date, { after, limit }: Page): Promise<{ id: string }[]> {
  return db<{ id: string }[]>`
    SELECT u.id FROM users u
     WHERE u.is_active AND NOT ${usedSince(db, since)} AND NOT ${isExempt(db)}
       AND NOT EXISTS (SELECT 1 FROM inactivity_warnings w WHERE w.user_id = u.id)
       ${after ? db`AND u.id > ${after}` : db``}
     ORDER BY u.id LIMIT ${limit}`;
}

/** False if another node was first. */
export async function insertWarning(db: Db, userId: string, now: Date): Promise<boolean> {
  const rows = await db`
    INSERT INTO inactivity_warnings (user_id, warned_at) VALUES (${userId}, ${now})
    ON CONFLICT DO NOTHING RETURNING user_id`;
  return rows.length === 1;
}

/** Forgets the warnings of people who have used their account since, or for whom it no longer counts. */
export async function dropWarnings(db: Db, since: Date): Promise<void> {
  await db`
    DELETE FROM inactivity_warnings w USING users u
     WHERE u.id = w.user_id AND (NOT u.is_active OR ${usedSince(db, since)} OR ${isExempt(db)})`;
}

/** People whose warning was sent before this moment. */
export function findWarned(db: Db, sentBefore: Date, { after, limit }: Page): Promise<{ id: string }[]> {
  return db<{ id: string }[]>`
    SELECT w.user_id AS id FROM inactivity_warnings w
     WHERE EXISTS (SELECT 1 FROM emails e
                    WHERE e.user_id = w.user_id AND e.type = 'inactivity_warning' AND e.created_at >= w.warned_at
                      AND e.sent_at <= ${sentBefore})
       ${after ? db`AND w.user_id > ${after}` : db``}
     ORDER BY w.user_id LIMIT ${limit}`;
}

/** Whether the user is still to be deactivated. The caller holds the user and their organizations. */
export async function isStillUnused(db: Db, userId: string, since: Date): Promise<boolean> {
  const rows = await db`
    DELETE FROM inactivity_warnings w USING users u
     WHERE w.user_id = ${userId} AND u.id = w.user_id AND u.is_active
       AND NOT ${usedSince(db, since)} AND NOT ${isExempt(db)}
    RETURNING w.user_id`;
  return rows.length === 1;
}

import type { Db } from '../../platform/db/sql.ts';

/** What a user can sign in with. Only passkeys that verify their user count. */
export type WaysIn = { password: boolean; providers: string[]; passkeys: number; connections: number };

export async function findWaysIn(db: Db, userId: string): Promise<WaysIn | undefined> {
  const [row] = await db<WaysIn[]>`
    SELECT u.password_hash IS NOT NULL AS password,
           ARRAY(SELECT o.provider::text FROM oauth_accounts o WHERE o.user_id = u.id) AS providers,
           (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id AND p.verifies_user) AS passkeys,
           (SELECT count(*)::int FROM sso_links l JOIN sso_connections c ON c.id = l.connection_id
             WHERE l.user_id = u.id AND c.enabled) AS connections
      FROM users u WHERE u.id = ${userId}`;
  return row;
}

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

/** Ends the links to identity providers of organizations that were made since then, or all of them. */
export async function deleteConnectionLinks(db: Db, userId: string, since: Date | null): Promise<void> {
  await db`
    DELETE FROM sso_links
     WHERE user_id = ${userId} AND (${since}::timestamptz IS NULL OR created_at >= ${since})`;
}

/** Offline grants to applications: they outlive sessions, but not a new password. */
export async function deleteOfflineGrants(tx: Db, userId: string): Promise<void> {
  await tx`DELETE FROM application_grants WHERE user_id = ${userId} AND session_id IS NULL`;
}

/** Deletes the consents a user gave since then; null means all. They are asked again. */
export async function deleteConsents(tx: Db, userId: string, since: Date | null): Promise<void> {
  await tx`
    DELETE FROM application_consents
     WHERE user_id = ${userId} AND (${since}::timestamptz IS NULL OR updated_at >= ${since})`;
}

type Applications = { applicationId: string } | { organizationId: string } | 'all';

/**
 * Withdraws everything a user granted to one application, to an organization's, or to all. True if there was anything.
 * Applications they were signed in to this way are told.
 */
export function withdrawGrants(tx: Db, userId: string, applications: Applications): Promise<boolean> {
  if (applications === 'all') return withdraw(tx, tx`user_id = ${userId}`);
  return withdraw(
    tx,
    'applicationId' in applications
      ? tx`user_id = ${userId} AND application_id = ${applications.applicationId}`
      : tx`user_id = ${userId} AND application_id IN (
             SELECT id FROM applications WHERE organization_id = ${applications.organizationId})`,
  );
}

/**
 * Ends what a user granted about an organization that they leave: it doesn't come back when they do. Applications are told,
 * unless the same session granted them something else. A grant that didn't ask for the organization goes on, and tells
 * nothing of it any more.
 */
export async function endGrantsAbout(tx: Db, userId: string, organizationId: string): Promise<void> {
  const about = tx`user_id = ${userId} AND organization_id = ${organizationId}`;
  await tx`DELETE FROM application_consents WHERE ${about}`;
  await tx`DELETE FROM application_codes WHERE ${about}`;
  await tx`UPDATE device_codes SET state = 'denied' WHERE ${about} AND state = 'allowed'`;
  await tx`
    WITH ended AS (DELETE FROM application_grants WHERE ${about} AND organization_bound RETURNING id, sid, application_id)
    DELETE FROM application_sessions s USING ended e
     WHERE s.session_id = e.sid AND s.application_id = e.application_id AND NOT EXISTS (
             SELECT 1 FROM application_grants g
              WHERE g.sid = e.sid AND g.application_id = e.application_id AND g.id NOT IN (SELECT id FROM ended))`;
  await tx`UPDATE application_grants SET organization_id = NULL WHERE ${about}`;
}

/** The same for everyone outside the organization that the application is now for. */
export function withdrawOutsidersGrants(
  tx: Db,
  applicationId: string,
  organizationId: string,
): Promise<boolean> {
  return withdraw(
    tx,
    tx`application_id = ${applicationId} AND user_id NOT IN (
         SELECT m.user_id FROM organization_members m WHERE m.organization_id = ${organizationId})`,
  );
}

async function withdraw(tx: Db, of: ReturnType<Db>): Promise<boolean> {
  // In the order they are created: this waits for anyone redeeming a code right now, and then sees their grant.
  const consents = await tx`DELETE FROM application_consents WHERE ${of}`;
  await tx`DELETE FROM application_codes WHERE ${of}`;
  await tx`UPDATE device_codes SET state = 'denied' WHERE ${of} AND state = 'allowed'`;
  const grants = await tx`DELETE FROM application_grants WHERE ${of}`;
  await tx`DELETE FROM application_sessions WHERE ${of}`;
  return consents.count + grants.count > 0;
}

import type { Db } from '../db/sql.ts';

/** Offline grants to applications: they outlive sessions, but not a new password. */
export async function deleteOfflineGrants(tx: Db, userId: string): Promise<void> {
  await tx`DELETE FROM application_grants WHERE user_id = ${userId} AND session_id IS NULL`;
}

/** What someone agreed to since then; null means ever. They are asked again. */
export async function deleteConsents(tx: Db, userId: string, since: Date | null): Promise<void> {
  await tx`
    DELETE FROM application_consents
     WHERE user_id = ${userId} AND (${since}::timestamptz IS NULL OR updated_at >= ${since})`;
}

type Applications = { applicationId: string } | { organizationId: string };

/**
 * Withdraws everything a user granted to one application, or to all of an organization's. True if there was anything.
 * Applications they were signed in to this way are told.
 */
export function withdrawGrants(tx: Db, userId: string, applications: Applications): Promise<boolean> {
  return withdraw(
    tx,
    'applicationId' in applications
      ? tx`user_id = ${userId} AND application_id = ${applications.applicationId}`
      : tx`user_id = ${userId} AND application_id IN (
             SELECT id FROM applications WHERE organization_id = ${applications.organizationId})`,
  );
}

/** The same for everyone outside the organization that the application is now for. */
export function withdrawOutsidersGrants(
  tx: Db,
  applicationId: string,
  organizationId: string,
): Promise<boolean> {
  return withdraw(
    tx,
    tx`application_id = ${applicationId} AND NOT EXISTS (
         SELECT 1 FROM users u WHERE u.id = user_id AND u.organization_id = ${organizationId})`,
  );
}

async function withdraw(tx: Db, of: ReturnType<Db>): Promise<boolean> {
  // In the order they are created: this waits for anyone redeeming a code right now, and then sees their grant.
  const consents = await tx`DELETE FROM application_consents WHERE ${of}`;
  await tx`DELETE FROM application_codes WHERE ${of}`;
  const grants = await tx`DELETE FROM application_grants WHERE ${of}`;
  await tx`DELETE FROM application_sessions WHERE ${of}`;
  return consents.count + grants.count > 0;
}

import type { Db } from '../../platform/db/sql.ts';

/** A consent is about one organization, or none. */
export type Consenting = { userId: string; applicationId: string; organizationId: string | null };

/** Kept apart only once people could belong to several. */
function placeOf(db: Db, organizationId: string | null) {
  return db`(SELECT ${organizationId}::uuid FROM several_organizations)`;
}

function thisConsent(db: Db, { userId, applicationId, organizationId }: Consenting) {
  return db`
    user_id = ${userId} AND application_id = ${applicationId}
    AND organization_id IS NOT DISTINCT FROM ${placeOf(db, organizationId)}`;
}

/** What the user was asked for before and agreed to. Null: they were never asked. */
export async function findConsented(db: Db, consenting: Consenting): Promise<string[] | null> {
  const [row] = await db<{ consented: string[] | null }[]>`
    SELECT consented FROM application_consents WHERE ${thisConsent(db, consenting)}`;
  return row?.consented ?? null;
}

/** Whether they still agree to all of this. The answer holds until the transaction ends. */
export async function holdConsent(
  tx: Db,
  { scopes, ...consenting }: Consenting & { scopes: string[] },
): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM application_consents
     WHERE ${thisConsent(tx, consenting)} AND consented @> ${scopes} FOR NO KEY UPDATE`;
  return rows.length === 1;
}

/** Adds to what was granted before. */
export async function addConsent(
  tx: Db,
  consent: Consenting & { scopes: string[]; asked: boolean; now: Date },
): Promise<void> {
  const { userId, applicationId, organizationId, scopes, asked, now } = consent;
  const consented = asked ? scopes : null;
  await tx`
    INSERT INTO application_consents AS c (user_id, application_id, organization_id, scopes, consented, created_at, updated_at)
    VALUES (${userId}, ${applicationId}, ${placeOf(tx, organizationId)}, ${scopes}, ${consented}, ${now}, ${now})
    ON CONFLICT (user_id, application_id, organization_id) DO UPDATE
       SET scopes = ARRAY(SELECT DISTINCT unnest(c.scopes || excluded.scopes)),
           consented = CASE WHEN c.consented IS NOT NULL OR excluded.consented IS NOT NULL
                            THEN ARRAY(SELECT DISTINCT unnest(c.consented || excluded.consented)) END,
           updated_at = excluded.updated_at`;
}

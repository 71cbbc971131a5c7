import type { Db } from '../../platform/db/sql.ts';

/** A consent is about one organization, or none. `connectionId`: the identity provider that began the session. */
export type Consenting = {
  userId: string;
  applicationId: string;
  organizationId: string | null;
  connectionId: string | null;
  scopes: string[];
};

/** Kept apart only once people could belong to several. */
function placeOf(db: Db, organizationId: string | null) {
  return db`(SELECT ${organizationId}::uuid FROM several_organizations)`;
}

/** What an identity provider said yes to in the person's name counts only in sessions that it begins. */
function consentTo(db: Db, { userId, applicationId, organizationId, connectionId, scopes }: Consenting) {
  return db`
    SELECT 1 FROM application_consents
     WHERE user_id = ${userId} AND application_id = ${applicationId} AND consented @> ${scopes}
       AND (connection_id = ${connectionId}::uuid
            OR connection_id IS NULL AND organization_id IS NOT DISTINCT FROM ${placeOf(db, organizationId)})`;
}

/** Whether the user was asked for all of this before, and agreed. */
export async function hasConsented(db: Db, consenting: Consenting): Promise<boolean> {
  return (await consentTo(db, consenting)).length > 0;
}

/** Whether they still do. The answer holds until the transaction ends. */
export async function holdConsent(tx: Db, consenting: Consenting): Promise<boolean> {
  return (await tx`${consentTo(tx, consenting)} FOR NO KEY UPDATE`).length > 0;
}

/** Adds to what was granted before. */
export async function addConsent(tx: Db, consent: Consenting & { asked: boolean; now: Date }): Promise<void> {
  const { userId, applicationId, organizationId, connectionId, scopes, asked, now } = consent;
  const consented = asked ? scopes : null;
  const place = connectionId ? tx`${organizationId}::uuid` : placeOf(tx, organizationId);
  await tx`
    INSERT INTO application_consents AS c
      (user_id, application_id, organization_id, connection_id, scopes, consented, created_at, updated_at)
    VALUES (${userId}, ${applicationId}, ${place}, ${connectionId}, ${scopes}, ${consented}, ${now}, ${now})
    ON CONFLICT (user_id, application_id, organization_id, connection_id) DO UPDATE
       SET scopes = ARRAY(SELECT DISTINCT unnest(c.scopes || excluded.scopes)),
           consented = CASE WHEN c.consented IS NOT NULL OR excluded.consented IS NOT NULL
                            THEN ARRAY(SELECT DISTINCT unnest(c.consented || excluded.consented)) END,
           updated_at = excluded.updated_at`;
}

import type { Db } from '../../platform/db/sql.ts';

/** What the user was asked for before and agreed to. Null: they were never asked. */
export async function findConsented(db: Db, userId: string, applicationId: string): Promise<string[] | null> {
  const [row] = await db<{ consented: string[] | null }[]>`
    SELECT consented FROM application_consents WHERE user_id = ${userId} AND application_id = ${applicationId}`;
  return row?.consented ?? null;
}

/** Whether they still agree to all of this. The answer holds until the transaction ends. */
export async function holdConsent(
  tx: Db,
  { userId, applicationId, scopes }: { userId: string; applicationId: string; scopes: string[] },
): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM application_consents
     WHERE user_id = ${userId} AND application_id = ${applicationId} AND consented @> ${scopes} FOR NO KEY UPDATE`;
  return rows.length === 1;
}

/** Adds to what was granted before. */
export async function addConsent(
  tx: Db,
  consent: { userId: string; applicationId: string; scopes: string[]; asked: boolean; now: Date },
): Promise<void> {
  const { userId, applicationId, scopes, asked, now } = consent;
  const consented = asked ? scopes : null;
  await tx`
    INSERT INTO application_consents AS c (user_id, application_id, scopes, consented, created_at, updated_at)
    VALUES (${userId}, ${applicationId}, ${scopes}, ${consented}, ${now}, ${now})
    ON CONFLICT (user_id, application_id) DO UPDATE
       SET scopes = ARRAY(SELECT DISTINCT unnest(c.scopes || excluded.scopes)),
           consented = CASE WHEN c.consented IS NOT NULL OR excluded.consented IS NOT NULL
                            THEN ARRAY(SELECT DISTINCT unnest(c.consented || excluded.consented)) END,
           updated_at = excluded.updated_at`;
}

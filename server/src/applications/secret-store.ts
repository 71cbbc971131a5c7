import type { Db } from '../db/sql.ts';

const liveSecrets = 2;

/** This one and the newest before it are live. In a transaction that holds the application. */
export async function addSecret(
  db: Db,
  secret: { id: string; applicationId: string; hash: Buffer; now: Date },
): Promise<void> {
  const { id, applicationId, hash, now } = secret;
  await db`
    INSERT INTO application_secrets (id, application_id, secret_hash, created_at)
    VALUES (${id}, ${applicationId}, ${hash}, ${now})`;
  await db`
    DELETE FROM application_secrets WHERE application_id = ${applicationId} AND id <> ${id} AND id NOT IN (
      SELECT id FROM application_secrets WHERE application_id = ${applicationId} AND id <> ${id}
       ORDER BY id DESC LIMIT ${liveSecrets - 1})`;
}

export async function isSecret(db: Db, applicationId: string, hash: Buffer): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM application_secrets WHERE application_id = ${applicationId} AND secret_hash = ${hash}`;
  return rows.length === 1;
}

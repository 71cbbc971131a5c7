import { webhookLimits } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';

export type NewSecret = { id: string; webhookId: string; sealed: Buffer; now: Date };

/** Current from now on. The previous one also signs until `overlapUntil`; if that is now, all earlier ones end. */
export async function insertSecret(tx: Db, secret: NewSecret, overlapUntil: Date): Promise<void> {
  const { id, webhookId, sealed, now } = secret;
  const endsAll = overlapUntil <= now;
  await tx`
    UPDATE webhook_secrets SET expires_at = ${overlapUntil}
     WHERE webhook_id = ${webhookId} AND (expires_at IS NULL OR ${endsAll})`;
  await tx`
    INSERT INTO webhook_secrets (id, webhook_id, sealed, created_at) VALUES (${id}, ${webhookId}, ${sealed}, ${now})`;
  await tx`
    DELETE FROM webhook_secrets WHERE webhook_id = ${webhookId} AND (expires_at <= ${now} OR id NOT IN (
      SELECT id FROM webhook_secrets WHERE webhook_id = ${webhookId} ORDER BY id DESC LIMIT ${webhookLimits.secrets}))`;
}

/** All that sign now, current one first. */
export async function liveSecrets(db: Db, webhookId: string, now: Date): Promise<Buffer[]> {
  const rows = await db<{ sealed: Buffer }[]>`
    SELECT sealed FROM webhook_secrets
     WHERE webhook_id = ${webhookId} AND (expires_at IS NULL OR expires_at > ${now}) ORDER BY id DESC`;
  return rows.map(({ sealed }) => sealed);
}

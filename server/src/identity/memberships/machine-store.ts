import type { Application, Destination, Webhook } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

type Times = { createdAt: Date; updatedAt: Date };
export type WebhookRow = Omit<Webhook, 'failingSince' | keyof Times> & Times & { failingSince: Date | null };
export type MachineDestination = Omit<Destination, 'status' | keyof Times> & Times;
export type ApplicationRow = Omit<Application, 'selfRegistered' | keyof Times> & Times & { dynamic: boolean };

/** Turns off the organization's webhooks and drops what they were to deliver. Returns those that were on. */
export async function disableWebhooks(tx: Db, organizationId: string, now: Date): Promise<WebhookRow[]> {
  await tx`
    UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL
     WHERE status = 'PENDING' AND webhook_id IN (SELECT id FROM webhooks WHERE organization_id = ${organizationId})`;
  return tx<WebhookRow[]>`
    UPDATE webhooks SET enabled = false, due_at = NULL, replay_after = NULL, updated_at = ${now}
     WHERE organization_id = ${organizationId} AND enabled
    RETURNING id, url, events, description, enabled, failing_since, created_at, updated_at`;
}

/** Turns off the organization's event destinations. Returns those that were on. */
export function disableDestinations(
  tx: Db,
  organizationId: string,
  now: Date,
): Promise<MachineDestination[]> {
  return tx<MachineDestination[]>`
    UPDATE destinations SET enabled = false, updated_at = ${now}
     WHERE id IN (SELECT id FROM destinations WHERE organization_id = ${organizationId} AND enabled
                   ORDER BY id FOR NO KEY UPDATE)
    RETURNING id, name, kind, enabled, events, settings, created_at, updated_at`;
}

export type DisabledApplication = {
  application: ApplicationRow;
  wasEnabled: boolean;
  secretsRemoved: number;
};

/** Turns off the organization's applications and removes their secrets. Returns those that this changed. */
export async function disableApplications(
  tx: Db,
  organizationId: string,
  now: Date,
): Promise<DisabledApplication[]> {
  const rows = await tx<(ApplicationRow & { wasEnabled: boolean; secretsRemoved: number })[]>`
    WITH before AS (
      SELECT id, enabled FROM applications WHERE organization_id = ${organizationId} FOR NO KEY UPDATE),
    removed AS (
      DELETE FROM application_secrets s USING before b WHERE s.application_id = b.id RETURNING s.application_id)
    UPDATE applications a SET enabled = false, updated_at = ${now} FROM before b
     WHERE a.id = b.id AND (b.enabled OR EXISTS (SELECT 1 FROM removed r WHERE r.application_id = a.id))
    RETURNING a.id, a.client_id, a.name, a.kind, a.redirect_uris, a.post_logout_redirect_uris,
              a.backchannel_logout_uri, a.first_party, a.organization_id, a.signing_algorithm, a.require_pkce,
              a.scopes, a.enabled, a.device_grant, a.dynamic, a.created_at, a.updated_at, b.enabled AS was_enabled,
              (SELECT count(*)::int FROM removed r WHERE r.application_id = a.id) AS secrets_removed`;
  return rows.map(({ wasEnabled, secretsRemoved, ...application }) => ({
    application,
    wasEnabled,
    secretsRemoved,
  }));
}

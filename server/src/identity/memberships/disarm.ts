import type { Db } from '../../platform/db/sql.ts';
import { changeOf } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { disableApplications, disableDestinations, disableWebhooks } from './machine-store.ts';
import { presentApplication, presentDestination, presentWebhook, withoutPaths } from './present.ts';

const reason = 'account_reclaimed';

/**
 * Ends what acts for an organization without a person: webhooks, event destinations and applications are off, and secrets are gone. The
 * service does it, so its entries name no user.
 */
export async function disarm(tx: Db, organizationId: string, origin: Origin): Promise<void> {
  for (const webhook of await disableWebhooks(tx, organizationId, origin.now))
    await record(tx, origin, {
      action: 'ORG_WEBHOOK_DISABLED',
      user: null,
      organizationId,
      metadata: { webhookId: webhook.id, origin: new URL(webhook.url).origin, reason },
      about: { webhook: presentWebhook(webhook) },
    });
  for (const row of await disableDestinations(tx, organizationId, origin.now))
    await record(tx, origin, {
      action: 'ORG_DESTINATION_DISABLED',
      user: null,
      organizationId,
      metadata: { destinationId: row.id, name: row.name, kind: row.kind, reason },
      about: { destination: presentDestination(withoutPaths(row)) },
    });
  for (const each of await disableApplications(tx, organizationId, origin.now)) {
    const { application, wasEnabled, secretsRemoved } = each;
    const { id: applicationId, clientId, name, kind } = application;
    await record(tx, origin, {
      action: 'ADMIN_APP_UPDATED',
      user: null,
      organizationId: null,
      metadata: { applicationId, clientId, name, kind, secretsRemoved, reason },
      change: changeOf({ enabled: wasEnabled }, { enabled: false }, ['enabled']),
      about: { application: presentApplication(application) },
    });
  }
}

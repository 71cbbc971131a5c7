import type { Deps } from '../../identity/deps.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { aboutWebhook } from './about-webhook.ts';
import type { DeliveryBatch } from './claim-batch.ts';
import type { Delivered } from './deliver-batch.ts';
import {
  giveBack,
  type HealthRow,
  lockHealth,
  type Settled,
  saveHead,
  settleDeliveries,
} from './queue-store.ts';
import { failingLimit } from './schedule.ts';
import type { WebhookScope } from './scope.ts';
import { changeWebhook, clearQueue, findAnyWebhook, findWebhookAdmins } from './webhook-store.ts';

type Because = { webhookId: string; reason: 'gone' | 'failing'; now: Date };

/** Turns the endpoint off, records that, and mails its administrators. */
async function disableWebhook(
  { outbox, config }: Pick<Deps, 'outbox' | 'config'>,
  tx: Db,
  { webhookId, reason, now }: Because,
): Promise<void> {
  await changeWebhook(tx, webhookId, { enabled: false }, now);
  await clearQueue(tx, webhookId);
  const webhook = await findAnyWebhook(tx, webhookId);
  if (!webhook) return;
  const scope: WebhookScope = webhook.organizationId
    ? { of: 'organization', id: webhook.organizationId }
    : { of: 'system' };
  const origin = { ipAddress: null, userAgent: null, now };
  await record(tx, origin, { user: null, ...aboutWebhook(scope, 'DISABLED', webhook, { reason }) });
  const page = scope.of === 'system' ? '/admin/webhooks' : '/organization/webhooks';
  for (const admin of await findWebhookAdmins(tx, scope))
    await mailUser({ outbox }, tx, admin, {
      type: 'webhook_disabled',
      host: new URL(webhook.url).host,
      reason,
      at: now,
      link: config.baseUrl + page,
    });
}

type Tools = Pick<Deps, 'sql' | 'clock' | 'outbox' | 'config'>;

/** Records the outcome of a batch and frees its lane; an endpoint that is gone, or fails for days, is turned off. */
export function settleBatch(
  tools: Tools,
  { turn }: DeliveryBatch,
  { settled, untried, gone }: Delivered,
): Promise<void> {
  const { webhookId, lane } = turn;
  const now = tools.clock.now();
  return transact(tools, async (tx) => {
    const health = await lockHealth(tx, webhookId);
    // Deleted meanwhile, along with its deliveries.
    if (!health) return;
    const failingSince = failingAfter(health, settled, now);
    tx.send(settleDeliveries(tx, settled));
    if (untried.length > 0) tx.send(giveBack(tx, untried, now));
    tx.send(saveHead(tx, webhookId, { lane, until: new Date(0), failingSince }));
    if (!health.enabled) return;
    const failed = failingSince !== null && now.getTime() - failingSince.getTime() >= failingLimit;
    if (gone || failed)
      await disableWebhook(tools, tx, { webhookId, reason: gone ? 'gone' : 'failing', now });
  });
}

/** Since when every attempt has failed, as of the last one. */
function failingAfter({ failingSince }: HealthRow, settled: readonly Settled[], now: Date): Date | null {
  return settled.reduce<Date | null>(
    (since, { status }) => (status === 'SUCCEEDED' ? null : (since ?? now)),
    failingSince,
  );
}

import { record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
import type { Deps } from '../deps.ts';
import { mailUser } from '../email/mail-user.ts';
import { aboutWebhook } from './about-webhook.ts';
import { findKeepers } from './keeper-store.ts';
import type { Scope } from './scope.ts';
import { changeWebhook, clearQueue, findAnyWebhook } from './store.ts';

type Because = { webhookId: string; reason: 'gone' | 'failing'; now: Date };

/** Turned off by the service itself, on record; whoever looks after the endpoint is told. */
export async function disableWebhook(
  { outbox, config }: Pick<Deps, 'outbox' | 'config'>,
  tx: Db,
  { webhookId, reason, now }: Because,
): Promise<void> {
  await changeWebhook(tx, webhookId, { enabled: false }, now);
  await clearQueue(tx, webhookId);
  const webhook = await findAnyWebhook(tx, webhookId);
  if (!webhook) return;
  const scope: Scope = webhook.organizationId
    ? { of: 'organization', id: webhook.organizationId }
    : { of: 'system' };
  const origin = { ipAddress: null, userAgent: null, now };
  await record(tx, origin, { user: null, ...aboutWebhook(scope, 'DISABLED', webhook, { reason }) });
  const page = scope.of === 'system' ? '/admin/webhooks' : '/organization/webhooks';
  for (const keeper of await findKeepers(tx, scope))
    await mailUser({ outbox }, tx, keeper, {
      type: 'webhook_disabled',
      host: new URL(webhook.url).host,
      reason,
      at: now,
      link: config.baseUrl + page,
    });
}

import { changesOf } from '../audit/changes.ts';
import { record } from '../audit/record.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutWebhook } from './about-webhook.ts';
import type { WebhookContext } from './parts.ts';
import type { Change } from './scope.ts';
import { changeWebhook, clearQueue, lockWebhook, type WebhookChange, type WebhookRow } from './store.ts';

export type WebhookEdit = {
  id: string;
  url?: string | undefined;
  events?: string[] | undefined;
  description?: string | null | undefined;
  enabled?: boolean | undefined;
};

const fields = ['url', 'events', 'description', 'enabled'] as const;

/** Fields that are not sent stay. Turned back on, an endpoint starts afresh; turned off, it gets nothing more. */
export async function editWebhook(
  { deps, caller, origin, scope, tx }: Change<WebhookContext>,
  { id, ...edit }: WebhookEdit,
): Promise<WebhookRow | Refusal<'NOT_FOUND' | 'WEBHOOK_URL_FORBIDDEN'>> {
  const before = await lockWebhook(tx, scope, id);
  if (!before) return refuse('NOT_FOUND');
  if (edit.url !== undefined && deps.webhooks.rules.forbids(edit.url)) return refuse('WEBHOOK_URL_FORBIDDEN');
  const wanted = sent(edit);
  const changes = changesOf<WebhookRow>(before, { ...before, ...wanted }, fields);
  if (!changes) return before;
  const healed = changes.enabled || changes.url ? { failingSince: null } : {};
  await changeWebhook(tx, id, { ...wanted, ...healed }, origin.now);
  if (wanted.enabled === false) await clearQueue(tx, id);
  const after = { ...before, ...wanted, ...healed, updatedAt: origin.now };
  const told = { ...changes, ...(changes.url && { url: originsOf(before, after) }) };
  await record(tx, origin, {
    user: caller.user,
    ...aboutWebhook(scope, 'UPDATED', after, { changes: told }),
  });
  return after;
}

function sent({ url, events, description, enabled }: Omit<WebhookEdit, 'id'>): WebhookChange {
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(description !== undefined && { description: description || null }),
    ...(enabled !== undefined && { enabled }),
  };
}

function originsOf(before: WebhookRow, after: WebhookRow) {
  return { from: new URL(before.url).origin, to: new URL(after.url).origin };
}

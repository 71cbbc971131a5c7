import { webhookLimits } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { type ActorContext, actorOf } from '../../identity/caller/caller.ts';
import type { MembershipRefusal } from '../../identity/memberships/memberships.ts';
import { newSecret } from '../../platform/outbound/sign.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import { insertSecret } from '../../records/vault/signing-secret-store.ts';
import { aboutWebhook } from './about-webhook.ts';
import { changeIn, type Owner, scopeOf } from './scope.ts';
import { sequenceEvents } from './sequence-events.ts';
import type { WebhookContext } from './webhook-deps.ts';
import {
  changeWebhook,
  clearQueue,
  findWebhook,
  findWebhooks,
  insertWebhook,
  lockSystemWebhooks,
  lockWebhook,
  removeWebhook,
  type WebhookChange,
  type WebhookRow,
} from './webhook-store.ts';

type NewWebhook = { url: string; events: string[]; description?: string | null | undefined };
type WebhookEdit = {
  id: string;
  url?: string | undefined;
  events?: string[] | undefined;
  description?: string | null | undefined;
  enabled?: boolean | undefined;
};
/** The secret is shown only in this answer. */
type WithSecret = { webhook: WebhookRow; secret: string };

export async function listWebhooks(
  context: ActorContext,
  owner: Owner,
): Promise<WebhookRow[] | Refusal<'NO_ORGANIZATION'>> {
  const scope = scopeOf(context, owner);
  return isRefusal(scope) ? scope : findWebhooks(context.deps.sql, scope);
}

export async function getWebhook(
  context: ActorContext,
  owner: Owner,
  { id }: { id: string },
): Promise<WebhookRow | Refusal<'NOT_FOUND' | 'NO_ORGANIZATION'>> {
  const scope = scopeOf(context, owner);
  if (isRefusal(scope)) return scope;
  return (await findWebhook(context.deps.sql, scope, id)) ?? refuse('NOT_FOUND');
}

export async function createWebhook(
  context: WebhookContext,
  owner: Owner,
  { url, events, description }: NewWebhook,
): Promise<WithSecret | Refusal<'WEBHOOK_URL_FORBIDDEN' | 'WEBHOOK_LIMIT_REACHED'> | MembershipRefusal> {
  // A webhook does not get what happened before it existed.
  await sequenceEvents(context.deps);
  const { rules, key } = context.deps.webhooks;
  return changeIn(context, owner, async ({ caller, origin, scope, tx }) => {
    if (rules.forbids(url)) return refuse('WEBHOOK_URL_FORBIDDEN');
    if (scope.of === 'system') await lockSystemWebhooks(tx);
    const { now } = origin;
    const limit = webhookLimits[scope.of];
    const made = { id: uuidv7(), url, events, description: description || null, now };
    const webhook = await insertWebhook(tx, scope, made, limit);
    if (!webhook) return refuse('WEBHOOK_LIMIT_REACHED', { details: { limit } });
    const { secret, sealed } = newSecret(key);
    await insertSecret(tx, { kind: 'webhook', id: webhook.id }, { id: uuidv7(), sealed, now }, now);
    await record(tx, origin, {
      user: actorOf(caller),
      ...aboutWebhook(scope, 'CREATED', webhook, { events }),
    });
    return { webhook, secret };
  });
}

const fields = ['url', 'events', 'description', 'enabled'] as const;

/** Fields that are not sent stay. Turned back on, an endpoint starts afresh; turned off, it gets nothing more. */
export function updateWebhook(
  context: WebhookContext,
  owner: Owner,
  { id, ...edit }: WebhookEdit,
): Promise<WebhookRow | Refusal<'NOT_FOUND' | 'WEBHOOK_URL_FORBIDDEN'> | MembershipRefusal> {
  const { rules } = context.deps.webhooks;
  return changeIn(context, owner, async ({ caller, origin, scope, tx }) => {
    const before = await lockWebhook(tx, scope, id);
    if (!before) return refuse('NOT_FOUND');
    if (edit.url !== undefined && rules.forbids(edit.url)) return refuse('WEBHOOK_URL_FORBIDDEN');
    const wanted = sent(edit);
    const change = changeOf<WebhookRow>(before, { ...before, ...wanted }, fields, withoutPath);
    if (!isChanged(change)) return before;
    const heals = isChanged({ ...change, fields: ['url', 'enabled'] });
    const healed = heals ? { failingSince: null } : {};
    await changeWebhook(tx, id, { ...wanted, ...healed }, origin.now);
    if (wanted.enabled === false) await clearQueue(tx, id);
    const after = { ...before, ...wanted, ...healed, updatedAt: origin.now };
    await record(tx, origin, { user: actorOf(caller), ...aboutWebhook(scope, 'UPDATED', after), change });
    return after;
  });
}

function sent({ url, events, description, enabled }: Omit<WebhookEdit, 'id'>): WebhookChange {
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(description !== undefined && { description: description || null }),
    ...(enabled !== undefined && { enabled }),
  };
}

/** The rest of an address may be a secret. */
const withoutPath = (webhook: WebhookRow) => ({ ...webhook, url: new URL(webhook.url).origin });

export function deleteWebhook(
  context: ActorContext,
  owner: Owner,
  { id }: { id: string },
): Promise<Refusal<'NOT_FOUND'> | MembershipRefusal | undefined> {
  return changeIn(context, owner, async ({ caller, origin, scope, tx }) => {
    const webhook = await lockWebhook(tx, scope, id);
    if (!webhook) return refuse('NOT_FOUND');
    await removeWebhook(tx, id);
    await record(tx, origin, { user: actorOf(caller), ...aboutWebhook(scope, 'DELETED', webhook) });
    return undefined;
  });
}

export function rotateWebhookSecret(
  context: WebhookContext,
  owner: Owner,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<WithSecret | Refusal<'NOT_FOUND'> | MembershipRefusal> {
  return changeIn(context, owner, async ({ deps, caller, origin, scope, tx }) => {
    const webhook = await lockWebhook(tx, scope, id);
    if (!webhook) return refuse('NOT_FOUND');
    const { now } = origin;
    const { secret, sealed } = newSecret(deps.webhooks.key);
    const overlapUntil = new Date(now.getTime() + overlapHours * 3_600_000);
    await insertSecret(tx, { kind: 'webhook', id }, { id: uuidv7(), sealed, now }, overlapUntil);
    const about = aboutWebhook(scope, 'SECRET_ROTATED', webhook, { overlapHours });
    await record(tx, origin, { user: actorOf(caller), ...about });
    return { webhook, secret };
  });
}

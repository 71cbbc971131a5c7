import { type Pagination, paginate, type WebhookDelivery } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../../identity/caller/caller.ts';
import type { MembershipRefusal } from '../../identity/memberships/memberships.ts';
import { presentWebhook } from '../../identity/memberships/present.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { aboutWebhook } from './about-webhook.ts';
import {
  type DeliveryRow,
  type DeliveryWithBody,
  findDelivery,
  insertDeliveries,
  insertTestEvent,
  listDeliveryRows,
  totalDeliveries,
} from './delivery-store.ts';
import { startReplay } from './replay-store.ts';
import { changeIn, type Owner, type ScopedChange, scopeOf } from './scope.ts';
import { sequenceEvents } from './sequence-events.ts';
import { findWebhook, lockWebhook } from './webhook-store.ts';

type Missing = Refusal<'NOT_FOUND' | 'NO_ORGANIZATION'>;
type Undeliverable = Refusal<'NOT_FOUND' | 'WEBHOOK_DISABLED'>;
type DeliveryQuery = {
  id: string;
  page: number;
  limit: number;
  status?: WebhookDelivery['status'] | undefined;
};
type ListedDeliveries = { deliveries: DeliveryRow[]; pagination: z.infer<typeof Pagination> };

export async function listWebhookDeliveries(
  context: Context,
  owner: Owner,
  { id: webhookId, page, limit, status }: DeliveryQuery,
): Promise<ListedDeliveries | Missing> {
  const scope = scopeOf(context, owner);
  if (isRefusal(scope)) return scope;
  return snapshot<ListedDeliveries | Missing>(context.deps.sql, async (tx) => {
    if (!(await findWebhook(tx, scope, webhookId))) return refuse('NOT_FOUND');
    const filter = { webhookId, status };
    const { total, totalIsEstimate } = await totalDeliveries(tx, filter);
    const deliveries = await listDeliveryRows(tx, filter, { limit, offset: (page - 1) * limit });
    return {
      deliveries,
      pagination: { ...paginate(page, limit, total), ...(totalIsEstimate && { totalIsEstimate }) },
    };
  });
}

export async function getWebhookDelivery(
  context: Context,
  owner: Owner,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<DeliveryWithBody | Missing> {
  const scope = scopeOf(context, owner);
  if (isRefusal(scope)) return scope;
  const { sql } = context.deps;
  const webhook = await findWebhook(sql, scope, id);
  return (webhook && (await findDelivery(sql, id, deliveryId))) ?? refuse('NOT_FOUND');
}

/** Another delivery of the same event, under the same id. */
export function replayWebhookDelivery(
  context: Context,
  owner: Owner,
  { id: webhookId, deliveryId }: { id: string; deliveryId: string },
): Promise<DeliveryRow | Undeliverable | MembershipRefusal> {
  return changeIn(context, owner, async ({ caller, origin, scope, tx }) => {
    const webhook = await lockWebhook(tx, scope, webhookId);
    const delivery = webhook && (await findDelivery(tx, webhookId, deliveryId));
    if (!webhook || !delivery) return refuse('NOT_FOUND');
    if (!webhook.enabled) return refuse('WEBHOOK_DISABLED');
    const event = { id: delivery.eventId, type: delivery.type };
    const id = uuidv7();
    await insertDeliveries(tx, [{ id, webhookId, event }], origin.now);
    const metadata = { eventId: event.id, deliveryId };
    await record(tx, origin, { user: caller.user, ...aboutWebhook(scope, 'REPLAYED', webhook, metadata) });
    return (await findDelivery(tx, webhookId, id)) ?? refuse('NOT_FOUND');
  });
}

export type Since = { id: string; since: Date };

export async function replayWebhook(
  context: Context,
  owner: Owner,
  input: Since,
): Promise<Undeliverable | MembershipRefusal | undefined> {
  // Includes everything committed by now.
  await sequenceEvents(context.deps);
  const { user } = context.caller;
  return changeIn(context, owner, ({ origin, scope, tx }) => replaySince({ user, origin, scope, tx }, input));
}

/** A change by a user, or by the command line. */
type By = Pick<ScopedChange, 'scope' | 'tx'> & {
  origin: Origin;
  user: Context['caller']['user'] | null;
};

/** The events themselves are queued after the answer, a thousand at a time. */
export async function replaySince(
  { user, origin, scope, tx }: By,
  { id, since }: Since,
): Promise<Undeliverable | undefined> {
  const webhook = await lockWebhook(tx, scope, id);
  if (!webhook) return refuse('NOT_FOUND');
  if (!webhook.enabled) return refuse('WEBHOOK_DISABLED');
  await startReplay(tx, id, since);
  const metadata = { since: since.toISOString() };
  await record(tx, origin, { user, ...aboutWebhook(scope, 'REPLAYED', webhook, metadata) });
  return undefined;
}

export function testWebhook(
  context: Context,
  owner: Owner,
  input: { id: string },
): Promise<DeliveryRow | Undeliverable | MembershipRefusal> {
  const { user } = context.caller;
  return changeIn(context, owner, ({ origin, scope, tx }) => sendTest({ user, origin, scope, tx }, input));
}

const type = 'webhook.test';

/** In every way like the delivery of an event, but only for this endpoint. */
export async function sendTest(
  { user, origin: { now }, scope, tx }: By,
  { id: webhookId }: { id: string },
): Promise<DeliveryRow | Undeliverable> {
  const webhook = await lockWebhook(tx, scope, webhookId);
  if (!webhook) return refuse('NOT_FOUND');
  if (!webhook.enabled) return refuse('WEBHOOK_DISABLED');
  const { organizationId } = webhook;
  const actor = user && { id: user.id, email: user.email };
  const data = { action: null, actor, organizationId, metadata: {}, webhook: presentWebhook(webhook) };
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data });
  const event = { id: uuidv7(), type };
  await insertTestEvent(tx, { ...event, organizationId, body, now });
  const id = uuidv7();
  await insertDeliveries(tx, [{ id, webhookId, event }], now);
  return (await findDelivery(tx, webhookId, id)) ?? refuse('NOT_FOUND');
}

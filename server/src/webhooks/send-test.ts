import { uuidv7 } from 'uuidv7';
import type { Origin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type DeliveryRow, findDelivery, insertDeliveries, insertTestEvent } from './delivery-store.ts';
import { presentWebhook } from './present.ts';
import type { Change } from './scope.ts';
import { lockWebhook } from './store.ts';

const type = 'webhook.test';

/** What a test works with: whoever asks for it, or the command line. */
export type Tested = Pick<Change, 'scope' | 'tx'> & {
  origin: Origin;
  actor: { id: string; email: string } | null;
};

/** In every way like the delivery of an event, but only for this endpoint. */
export async function sendTest(
  { origin: { now }, scope, tx, actor }: Tested,
  { id: webhookId }: { id: string },
): Promise<DeliveryRow | Refusal<'NOT_FOUND' | 'WEBHOOK_DISABLED'>> {
  const webhook = await lockWebhook(tx, scope, webhookId);
  if (!webhook) return refuse('NOT_FOUND');
  if (!webhook.enabled) return refuse('WEBHOOK_DISABLED');
  const { organizationId } = webhook;
  const data = { action: null, actor, organizationId, metadata: {}, webhook: presentWebhook(webhook) };
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data });
  const event = { id: uuidv7(), type };
  await insertTestEvent(tx, { ...event, organizationId, body, now });
  const id = uuidv7();
  await insertDeliveries(tx, [{ id, webhookId, event }], now);
  return (await findDelivery(tx, webhookId, id)) ?? refuse('NOT_FOUND');
}

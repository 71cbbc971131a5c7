import { uuidv7 } from 'uuidv7';
import { record } from '../audit/record.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutWebhook } from './about-webhook.ts';
import { type DeliveryRow, findDelivery, insertDeliveries } from './delivery-store.ts';
import type { Change } from './scope.ts';
import { lockWebhook } from './store.ts';

export type Repetition = { id: string; deliveryId: string };

/** Another delivery of the same event, under the same id. */
export async function repeatDelivery(
  { caller, origin, scope, tx }: Change,
  { id: webhookId, deliveryId }: Repetition,
): Promise<DeliveryRow | Refusal<'NOT_FOUND' | 'WEBHOOK_DISABLED'>> {
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
}

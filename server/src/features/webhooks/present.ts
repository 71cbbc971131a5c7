import type { Event, WebhookDelivery } from '@latchkey/contract';
import type { DeliveryRow } from './delivery-store.ts';
import type { StreamedEvent } from './stream-store.ts';

/** The body sent to endpoints, with the id it is sent under. */
export function presentEvent({ id, body }: StreamedEvent): Event {
  return { id, ...(JSON.parse(body) as Omit<Event, 'id'>) };
}

export function presentDelivery(delivery: DeliveryRow): WebhookDelivery {
  const { id, eventId, type, status, attempts, responseStatus, error, durationMs } = delivery;
  return {
    id,
    eventId,
    type,
    status,
    attempts,
    responseStatus,
    error,
    durationMs,
    lastAttemptAt: delivery.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  };
}

import type { Event, Webhook, WebhookDelivery } from '@latchkey/contract';
import type { DeliveryRow } from './delivery-store.ts';
import type { StreamedEvent } from './stream-store.ts';
import type { WebhookRow } from './webhook-store.ts';

/** The body sent to endpoints, with the id it is sent under. */
export function presentEvent({ id, body }: StreamedEvent): Event {
  return { id, ...(JSON.parse(body) as Omit<Event, 'id'>) };
}

/** The only form in which an endpoint leaves the service. Its secrets are not included. */
export function presentWebhook(webhook: WebhookRow): Webhook {
  const { id, url, events, description, enabled, failingSince, createdAt, updatedAt } = webhook;
  return {
    id,
    url,
    events,
    description,
    enabled,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
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

import { ok } from '../http/route.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { DeliveryRow, DeliveryWithBody } from './delivery-store.ts';
import { presentDelivery, presentEvent, presentWebhook } from './present.ts';
import type { StreamPage } from './read-events.ts';
import type { WebhookRow } from './store.ts';

/* What routes answer with: those of the service, and those of an organization. */

export const answerStream = <R extends Refusal>(page: StreamPage | R) =>
  isRefusal(page) ? page : ok(200, { ...page, events: page.events.map(presentEvent) });

export const answerWebhooks = (webhooks: WebhookRow[]) => ok(200, { webhooks: webhooks.map(presentWebhook) });

export const answerWebhook = <R extends Refusal>(webhook: WebhookRow | R) =>
  isRefusal(webhook) ? webhook : ok(200, { webhook: presentWebhook(webhook) });

type WithSecret = { webhook: WebhookRow; secret: string };

/** The only time that the secret is shown. */
export const answerSecret = <const S extends number, R extends Refusal>(status: S, made: WithSecret | R) =>
  isRefusal(made) ? made : ok(status, { webhook: presentWebhook(made.webhook), secret: made.secret });

type DeliveryPage<P> = { deliveries: DeliveryRow[]; pagination: P };

export const answerDeliveries = <P, R extends Refusal>(page: DeliveryPage<P> | R) =>
  isRefusal(page) ? page : ok(200, { ...page, deliveries: page.deliveries.map(presentDelivery) });

export const answerDelivery = <R extends Refusal>(delivery: DeliveryRow | R) =>
  isRefusal(delivery) ? delivery : ok(200, { delivery: presentDelivery(delivery) });

export const answerPayload = <R extends Refusal>(delivery: DeliveryWithBody | R) =>
  isRefusal(delivery) ? delivery : ok(200, { delivery: presentDelivery(delivery), payload: delivery.body });

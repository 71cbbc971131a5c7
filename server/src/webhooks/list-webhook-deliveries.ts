import type { Context } from '../caller/caller.ts';
import { type DeliveryQuery, findDeliveries } from './find-deliveries.ts';
import { system } from './scope.ts';

export function listWebhookDeliveries(context: Context, query: DeliveryQuery) {
  return findDeliveries(context, system, query);
}

import type { Context } from '../caller/caller.ts';
import { type DeliveryQuery, findDeliveries } from '../webhooks/find-deliveries.ts';
import { forOrganization } from '../webhooks/scope.ts';

export function listOrganizationWebhookDeliveries(context: Context, query: DeliveryQuery) {
  return forOrganization(context, (scope) => findDeliveries(context, scope, query));
}

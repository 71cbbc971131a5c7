import type { Context } from '../caller/caller.ts';
import { getWebhookDelivery } from '../webhooks/get-webhook-delivery.ts';
import { forOrganization } from '../webhooks/scope.ts';

export function getOrganizationWebhookDelivery(context: Context, input: { id: string; deliveryId: string }) {
  return forOrganization(context, (scope) => getWebhookDelivery(context, input, scope));
}

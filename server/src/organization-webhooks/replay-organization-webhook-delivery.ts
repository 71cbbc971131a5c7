import type { Context } from '../caller/caller.ts';
import { type Repetition, repeatDelivery } from '../webhooks/repeat-delivery.ts';
import { inOrganization } from '../webhooks/scope.ts';

export function replayOrganizationWebhookDelivery(context: Context, input: Repetition) {
  return inOrganization(context, (change) => repeatDelivery(change, input));
}

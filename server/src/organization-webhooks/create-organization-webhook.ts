import { addWebhook, type NewWebhook } from '../webhooks/add-webhook.ts';
import type { WebhookContext } from '../webhooks/parts.ts';
import { inOrganization } from '../webhooks/scope.ts';
import { sequenceEvents } from '../webhooks/sequence-events.ts';

export async function createOrganizationWebhook(context: WebhookContext, input: NewWebhook) {
  // It does not get what happened before it existed.
  await sequenceEvents(context.deps);
  return inOrganization(context, (change) => addWebhook(change, input));
}

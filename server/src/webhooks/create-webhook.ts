import { addWebhook, type NewWebhook } from './add-webhook.ts';
import type { WebhookContext } from './parts.ts';
import { inSystem } from './scope.ts';
import { sequenceEvents } from './sequence-events.ts';

export async function createWebhook(context: WebhookContext, input: NewWebhook) {
  // It does not get what happened before it existed.
  await sequenceEvents(context.deps);
  return inSystem(context, (change) => addWebhook(change, input));
}

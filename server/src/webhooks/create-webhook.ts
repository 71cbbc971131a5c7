import { addWebhook, type NewWebhook } from './add-webhook.ts';
import type { WebhookContext } from './parts.ts';
import { inSystem } from './scope.ts';
import { sequenceEvents } from './sequence-events.ts';

export async function createWebhook(context: WebhookContext, input: NewWebhook) {
  // What happened before it was there is not for it.
  await sequenceEvents(context.deps);
  return inSystem(context, (change) => addWebhook(change, input));
}

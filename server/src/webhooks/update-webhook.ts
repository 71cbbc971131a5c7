import { editWebhook, type WebhookEdit } from './edit-webhook.ts';
import type { WebhookContext } from './parts.ts';
import { inSystem } from './scope.ts';

export function updateWebhook(context: WebhookContext, input: WebhookEdit) {
  return inSystem(context, (change) => editWebhook(change, input));
}

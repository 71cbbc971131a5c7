import { editWebhook, type WebhookEdit } from '../webhooks/edit-webhook.ts';
import type { WebhookContext } from '../webhooks/parts.ts';
import { inOrganization } from '../webhooks/scope.ts';

export function updateOrganizationWebhook(context: WebhookContext, input: WebhookEdit) {
  return inOrganization(context, (change) => editWebhook(change, input));
}

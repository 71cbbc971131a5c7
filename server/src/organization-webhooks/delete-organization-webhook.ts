import type { Context } from '../caller/caller.ts';
import { dropWebhook } from '../webhooks/drop-webhook.ts';
import { inOrganization } from '../webhooks/scope.ts';

export function deleteOrganizationWebhook(context: Context, input: { id: string }) {
  return inOrganization(context, (change) => dropWebhook(change, input));
}

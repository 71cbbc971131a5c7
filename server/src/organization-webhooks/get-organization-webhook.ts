import type { Context } from '../caller/caller.ts';
import { getWebhook } from '../webhooks/get-webhook.ts';
import { forOrganization } from '../webhooks/scope.ts';

export function getOrganizationWebhook(context: Context, input: { id: string }) {
  return forOrganization(context, (scope) => getWebhook(context, input, scope));
}

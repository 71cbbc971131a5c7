import type { Context } from '../caller/caller.ts';
import type { Refusal } from '../refusal.ts';
import { forOrganization } from '../webhooks/scope.ts';
import { findWebhooks, type WebhookRow } from '../webhooks/store.ts';

export function listOrganizationWebhooks(
  context: Context,
): Promise<WebhookRow[] | Refusal<'NO_ORGANIZATION'>> {
  return forOrganization(context, (scope) => findWebhooks(context.deps.sql, scope));
}

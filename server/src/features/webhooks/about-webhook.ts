import { presentWebhook } from '../../identity/memberships/present.ts';
import type { WebhookScope } from './scope.ts';
import type { WebhookRow } from './webhook-store.ts';

type What = 'CREATED' | 'UPDATED' | 'DELETED' | 'SECRET_ROTATED' | 'DISABLED' | 'REPLAYED';

/**
 * What every audit entry about an endpoint says, and where it is filed: the service's endpoints belong to no
 * organization. Only the origin of the address is recorded and sent to other endpoints: the rest may be as good as a
 * password.
 */
export function aboutWebhook(
  scope: WebhookScope,
  what: What,
  webhook: WebhookRow,
  metadata: Record<string, unknown> = {},
) {
  const action =
    scope.of === 'system' ? (`ADMIN_WEBHOOK_${what}` as const) : (`ORG_WEBHOOK_${what}` as const);
  const { origin } = new URL(webhook.url);
  return {
    action,
    organizationId: scope.of === 'system' ? null : scope.id,
    metadata: { webhookId: webhook.id, origin, ...metadata },
    about: { webhook: { ...presentWebhook(webhook), url: origin } },
  };
}

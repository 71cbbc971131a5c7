import type { WebhookContext } from '../webhooks/parts.ts';
import { type Rotation, replaceSecret } from '../webhooks/replace-secret.ts';
import { inOrganization } from '../webhooks/scope.ts';

export function rotateOrganizationWebhookSecret(context: WebhookContext, input: Rotation) {
  return inOrganization(context, (change) => replaceSecret(change, input));
}

import type { WebhookContext } from './parts.ts';
import { type Rotation, replaceSecret } from './replace-secret.ts';
import { inSystem } from './scope.ts';

export function rotateWebhookSecret(context: WebhookContext, input: Rotation) {
  return inSystem(context, (change) => replaceSecret(change, input));
}

import type { Context } from '../caller/caller.ts';
import { dropWebhook } from './drop-webhook.ts';
import { inSystem } from './scope.ts';

export function deleteWebhook(context: Context, input: { id: string }) {
  return inSystem(context, (change) => dropWebhook(change, input));
}

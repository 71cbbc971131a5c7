import type { Context } from '../caller/caller.ts';
import { type Repetition, repeatDelivery } from './repeat-delivery.ts';
import { inSystem } from './scope.ts';

export function replayWebhookDelivery(context: Context, input: Repetition) {
  return inSystem(context, (change) => repeatDelivery(change, input));
}

import type { Context } from '../caller/caller.ts';
import { repeatSince, type Since } from './repeat-since.ts';
import { inSystem } from './scope.ts';
import { sequenceEvents } from './sequence-events.ts';

export async function replayWebhook(context: Context, input: Since) {
  // Includes everything committed by now.
  await sequenceEvents(context.deps);
  return inSystem(context, (change) => repeatSince({ ...change, user: context.caller.user }, input));
}

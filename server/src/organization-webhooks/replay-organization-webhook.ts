import type { Context } from '../caller/caller.ts';
import { repeatSince, type Since } from '../webhooks/repeat-since.ts';
import { inOrganization } from '../webhooks/scope.ts';
import { sequenceEvents } from '../webhooks/sequence-events.ts';

export async function replayOrganizationWebhook(context: Context, input: Since) {
  // Includes everything committed by now.
  await sequenceEvents(context.deps);
  return inOrganization(context, (change) => repeatSince({ ...change, user: context.caller.user }, input));
}

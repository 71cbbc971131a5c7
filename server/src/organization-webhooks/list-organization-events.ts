import type { Context } from '../caller/caller.ts';
import { readEvents, type StreamInput } from '../webhooks/read-events.ts';
import { forOrganization } from '../webhooks/scope.ts';

export function listOrganizationEvents(context: Context, input: StreamInput) {
  return forOrganization(context, (scope) => readEvents(context, scope, input));
}

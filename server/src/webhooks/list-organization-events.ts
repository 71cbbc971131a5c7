import type { Context } from '../caller/caller.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { readEvents, type StreamInput, type StreamPage, type StreamRefusal } from './read-events.ts';
import { organizationScope } from './scope.ts';

export async function listOrganizationEvents(
  context: Context,
  input: StreamInput,
): Promise<StreamPage | StreamRefusal | Refusal<'NO_ORGANIZATION'>> {
  const scope = organizationScope(context.caller);
  return isRefusal(scope) ? scope : readEvents(context, scope, input);
}

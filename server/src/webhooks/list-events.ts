import type { Context } from '../caller/caller.ts';
import { readEvents, type StreamInput, type StreamPage, type StreamRefusal } from './read-events.ts';
import { system } from './scope.ts';

export function listEvents(context: Context, input: StreamInput): Promise<StreamPage | StreamRefusal> {
  return readEvents(context, system, input);
}

import type { Event } from '@latchkey/contract';
import type { StreamedEvent } from './stream-store.ts';

/** The body that is sent to endpoints, with the id it is sent under. */
export function presentEvent({ id, body }: StreamedEvent): Event {
  return { id, ...(JSON.parse(body) as Omit<Event, 'id'>) };
}

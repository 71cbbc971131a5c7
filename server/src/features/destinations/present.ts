import type { Destination } from '@latchkey/contract';
import { presentDestination } from '../../identity/memberships/present.ts';
import { writeCursor } from '../webhooks/stream.ts';
import type { WatchedRow } from './destination-store.ts';
import { lagOf } from './lag.ts';

/** The only form in which a destination leaves the service, but for events. What is sealed isn't included. */
export function presentWatched(row: WatchedRow, now: Date): Destination {
  const { waitingSince, lastError, lastSucceededAt, passedEvent: eventId, passedAt: at } = row;
  const { createdAt, updatedAt, ...destination } = presentDestination(row);
  return {
    ...destination,
    status: {
      lagSeconds: lagOf(waitingSince, now),
      lastError,
      lastSucceededAt: lastSucceededAt?.toISOString() ?? null,
      cursor: eventId && at ? writeCursor({ eventId, at }) : null,
    },
    createdAt,
    updatedAt,
  };
}

import { wantsEvent } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/sql.ts';
import { insertDeliveries } from './delivery-store.ts';
import { findListeners, type Listener, type PlacedEvent } from './stream-store.ts';

/** A delivery to each endpoint an event is for, in the transaction that places the events in the stream. */
export async function fanOut(tx: Db, events: readonly PlacedEvent[], now: Date): Promise<number> {
  const organizations = [...new Set(events.flatMap(({ organizationId }) => organizationId ?? []))];
  const listeners = await findListeners(tx, organizations);
  const deliveries = events.flatMap((event) =>
    listeners
      .filter((listener) => hears(listener, event))
      .map((listener) => ({ id: uuidv7(), webhookId: listener.id, event })),
  );
  await insertDeliveries(tx, deliveries, now);
  return deliveries.length;
}

/** The service's endpoints hear about everything, an organization's about what is its own. */
function hears({ organizationId, events: filters }: Listener, event: PlacedEvent): boolean {
  const own = organizationId === null || organizationId === event.organizationId;
  return own && wantsEvent(filters, event.type);
}

import { wantsEvent } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Clock } from '../../platform/clock.ts';
import type { Sql, Tx } from '../../platform/db/sql.ts';
import { insertDeliveries } from './delivery-store.ts';
import { hasReplay, lockReplay, moveReplay, readReplay } from './replay-store.ts';
import {
  findListeners,
  isQueued,
  type Listener,
  lockStream,
  type PlacedEvent,
  placeEvents,
  wakeDestinations,
} from './stream-store.ts';

/** A delivery to each endpoint an event is for, and a wake for the destinations that read it, in the transaction that places the events in the stream. */
async function fanOut(tx: Tx, events: readonly PlacedEvent[], now: Date): Promise<number> {
  const organizations = [...new Set(events.flatMap(({ organizationId }) => organizationId ?? []))];
  const listeners = await findListeners(tx, organizations);
  const deliveries = events.flatMap((event) =>
    listeners
      .filter((listener) => hears(listener, event))
      .map((listener) => ({ id: uuidv7(), webhookId: listener.id, event })),
  );
  tx.send(wakeDestinations(tx, organizations, now));
  await insertDeliveries(tx, deliveries, now);
  return deliveries.length;
}

/** The service's endpoints hear about everything, an organization's about its own events. */
function hears({ organizationId, events: filters }: Listener, event: PlacedEvent): boolean {
  const own = organizationId === null || organizationId === event.organizationId;
  return own && wantsEvent(filters, event.type);
}

const batch = 500;

type Tools = { sql: Sql; clock: Clock };
export type Sequenced = { deliveries: number };

/** Gives every event committed by now its place in the stream, and a delivery to each endpoint it is for. */
export async function sequenceEvents(tools: Tools): Promise<void> {
  while (await sequenceBatch(tools));
}

/** Handles some of them. Undefined when none was waiting. */
export async function sequenceBatch({ sql, clock }: Tools): Promise<Sequenced | undefined> {
  // Checked without the lock: most often there is nothing to do.
  if (!(await isQueued(sql))) return undefined;
  return sql.begin(async (tx) => {
    await lockStream(tx);
    const events = await placeEvents(tx, batch);
    if (events.length === 0) return undefined;
    return { deliveries: await fanOut(tx, events, clock.now()) };
  });
}

/** How many to read at once, and how many an endpoint may have waiting meanwhile: new events get through soon. */
const replaySize = 1000;

/** Continues a replay, however many events it has to pass. Undefined when none can continue. */
export async function replayBatch({
  sql,
  clock,
}: {
  sql: Sql;
  clock: Clock;
}): Promise<Sequenced | undefined> {
  if (!(await hasReplay(sql))) return undefined;
  return sql.begin(async (tx) => {
    const replay = await lockReplay(tx, replaySize);
    if (!replay) return undefined;
    const events = await readReplay(tx, replay, replaySize);
    const deliveries = events
      .filter(({ type }) => wantsEvent(replay.events, type))
      .map((event) => ({ id: uuidv7(), webhookId: replay.webhookId, event }));
    await insertDeliveries(tx, deliveries, clock.now());
    const last = events.length === replaySize ? events.at(-1) : undefined;
    await moveReplay(tx, replay.webhookId, last?.position ?? null);
    return { deliveries: deliveries.length };
  });
}

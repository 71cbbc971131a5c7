import type { Clock } from '../clock.ts';
import type { Sql } from '../db/sql.ts';
import { fanOut } from './fan-out.ts';
import { isQueued, lockStream, placeEvents } from './stream-store.ts';

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

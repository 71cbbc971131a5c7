import type { Sql } from '../db/sql.ts';
import { isQueued, lockStream, placeEvents } from './stream-store.ts';

const batch = 500;

/** Gives every event that is committed by now its place in the stream. */
export async function sequenceEvents(deps: { sql: Sql }): Promise<void> {
  while (await sequenceBatch(deps));
}

/** Some of them. False when none was waiting. */
export async function sequenceBatch({ sql }: { sql: Sql }): Promise<boolean> {
  // Asked without the lock: most often there is nothing to do.
  if (!(await isQueued(sql))) return false;
  return sql.begin(async (tx) => {
    await lockStream(tx);
    const placed = await placeEvents(tx, batch);
    return placed.length > 0;
  });
}

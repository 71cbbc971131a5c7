import type { SystemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { type ClockOffset, databaseAhead } from './server-store.ts';
import type { Sql } from './sql.ts';

/** In microseconds. Anything less is the round trip to the database. */
const noticeable = 5000;
/** A reading is off by up to half its round trip, so a slow one says too little. */
const slowest = 200_000;
/** Further than a clock drifts in a minute. */
const jump = 250_000;

/** Nodes order arrivals against each other's commits: the clock they share is the database's. */
export async function alignClock(
  { sql, log }: { sql: Sql; log: Pick<Log, 'info' | 'warn'> },
  clock: Pick<SystemClock, 'instant' | 'align'>,
): Promise<void> {
  const read = () => databaseAhead(sql, () => clock.instant());
  try {
    const first = await read();
    const { ahead, roundTrip } = first;
    const aheadMs = Math.round(ahead / 1000);
    if (roundTrip > slowest) return log.warn("the database is too slow to read its clock; this node's stays");
    if (Math.abs(ahead) < noticeable) return;
    if (Math.abs(ahead) >= jump && !agree(first, await read()))
      return log.warn(
        { aheadMs },
        "a second look at the database's clock found otherwise; this node's stays",
      );
    clock.align(ahead);
    log.info({ aheadMs }, 'clock set from the database');
  } catch (error) {
    log.warn({ err: error }, "could not read the database's clock");
  }
}

function agree(one: ClockOffset, other: ClockOffset): boolean {
  const uncertain = (one.roundTrip + other.roundTrip) / 2 + noticeable;
  return other.roundTrip <= slowest && Math.abs(one.ahead - other.ahead) <= uncertain;
}

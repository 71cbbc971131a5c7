import type { Db } from '../../platform/db/sql.ts';
import type { DestinationLag } from '../../platform/metrics.ts';
import { findLags } from './destination-store.ts';

/** In seconds. 0: nothing waits. */
export function lagOf(waitingSince: Date | null, now: Date): number {
  return waitingSince ? Math.max(0, now.getTime() - waitingSince.getTime()) / 1000 : 0;
}

export async function readLags(db: Db, now: Date): Promise<DestinationLag[]> {
  const lags = await findLags(db);
  return lags.map(({ scope, kind, since }) => ({ scope, kind, lagSeconds: lagOf(since, now) }));
}

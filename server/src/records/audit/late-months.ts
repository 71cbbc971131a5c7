import type { Sql } from '../../platform/db/sql.ts';
import { oneAtATime, patiently } from '../../platform/db/transact.ts';
import { findLateMonths, makeLateMonth, vacuumDefault } from './partition-store.ts';

/**
 * Gives each month of the default partition a partition of its own: without one, it is never dropped, and lists read the
 * default partition for whatever period they show. Each month is one transaction, so a crash leaves it where it was.
 * Returns the months that this node moved; another node may be at it.
 */
export async function moveLateMonths(sql: Sql, stopping?: AbortSignal): Promise<string[]> {
  const days = await findLateMonths(sql);
  if (days.length === 0) return [];
  return patiently(sql, async (patient) => {
    const moved: string[] = [];
    for (const day of days) {
      if (stopping?.aborted) break;
      if (await oneAtATime(patient, 'auditPartitions', (tx) => makeLateMonth(tx, day))) moved.push(day);
    }
    if (moved.length > 0) await vacuumDefault(patient);
    return moved;
  });
}

import type { Db } from '../../platform/db/sql.ts';

const monthsAhead = 3;

/** Other transactions queue behind one that waits for a lock. So give up early: the next upkeep tries again. */
const noLongerThan = '200ms';

/** Makes partitions for this month, the next ones, and those since `from`. In a transaction. */
export async function makePartitions(tx: Db, now: Date, from = now): Promise<void> {
  await tx`SELECT set_config('lock_timeout', ${noLongerThan}, true)`;
  await tx`
    SELECT make_audit_partition(month::date)
      FROM generate_series(date_trunc('month', ${from}::timestamptz AT TIME ZONE 'UTC'),
                           ${now}::timestamptz AT TIME ZONE 'UTC' + ${monthsAhead} * interval '1 month',
                           interval '1 month') AS month`;
}

export type Month = { name: string; low: Date; high: Date };

/** The partitions that hold only entries from before `keptFrom`. */
export function findExpired(db: Db, keptFrom: Date): Promise<Month[]> {
  return db<Month[]>`SELECT name, low, high FROM audit_partitions WHERE high <= ${keptFrom} ORDER BY name`;
}

/**
 * Returns how many sealed entries the month had. It may take long, so call it within `patiently`: only its end keeps
 * other transactions waiting.
 */
export async function dropMonth(tx: Db, { name }: Month): Promise<number> {
  await tx`SELECT set_config('lock_timeout', ${noLongerThan}, true)`;
  const [row] = await tx<{ sealed: number }[]>`SELECT sealed FROM drop_audit_partition(${name})`;
  return row?.sealed ?? 0;
}

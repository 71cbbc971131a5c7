import type { Db, Sql } from '../../platform/db/sql.ts';

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

/** The first day of each month that entries in the default partition belong to. Reads one entry of each by the index. */
export async function findLateMonths(db: Db): Promise<string[]> {
  const rows = await db<{ day: string }[]>`
    WITH RECURSIVE months AS (
      SELECT date_trunc('month', min(created_at) AT TIME ZONE 'UTC') AS month
        FROM audit_logs_default WHERE created_at > '-infinity' AND created_at < 'infinity'
      UNION ALL
      SELECT (SELECT date_trunc('month', min(created_at) AT TIME ZONE 'UTC') FROM audit_logs_default
               WHERE created_at >= (month + interval '1 month') AT TIME ZONE 'UTC' AND created_at < 'infinity')
        FROM months WHERE month IS NOT NULL)
    SELECT month::date::text AS day FROM months WHERE month IS NOT NULL`;
  return rows.map(({ day }) => day);
}

/** Moves a month's entries from the default partition to their own. It may take long, so call it within `patiently`. */
export async function makeLateMonth(tx: Db, day: string): Promise<boolean> {
  await tx`SELECT set_config('lock_timeout', ${noLongerThan}, true)`;
  const [row] = await tx<{ made: boolean }[]>`SELECT make_audit_partition(${day}::text::date) AS made`;
  return row?.made === true;
}

/** Until then, whatever asks for the newest or the oldest entry walks past all that has left. */
export async function vacuumDefault(sql: Sql): Promise<void> {
  await sql`VACUUM (SKIP_LOCKED) audit_logs_default`;
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

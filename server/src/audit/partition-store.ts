import { oneAtATime } from '../db/one-at-a-time.ts';
import type { Db, Sql } from '../db/sql.ts';
import { foldCounts } from './fold-store.ts';

const monthsAhead = 3;

/** Waiting for a lock makes others wait behind it. There is always a next time. */
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

/** Drops each partition that holds only entries from before `keptFrom`. */
export async function dropExpired(sql: Sql, keptFrom: Date, now: Date): Promise<string[]> {
  const dropped: string[] = [];
  const expired = await sql<{ name: string }[]>`
    SELECT name FROM audit_partitions WHERE high <= ${keptFrom} ORDER BY name`;
  for (const { name } of expired)
    await oneAtATime(sql, 'audit', async (tx) => {
      await dropPartition(tx, name, now);
      dropped.push(name);
    });
  return dropped;
}

/** The only way entries leave the trail: a whole partition, with its counts, on the record. */
async function dropPartition(tx: Db, name: string, now: Date): Promise<void> {
  await tx`SELECT set_config('lock_timeout', ${noLongerThan}, true), set_config('statement_timeout', '0', true)`;
  await tx`SELECT uncount_audit_partition(${name})`;
  await foldCounts(tx);
  await tx`DELETE FROM audit_days WHERE counts = '{}'`;
  await tx`DELETE FROM audit_emails WHERE entries = 0`;
  await tx`DELETE FROM audit_organizations WHERE entries = 0`;
  // Last, since nobody reads or writes the trail between this and the commit.
  await tx`SELECT drop_audit_partition(${name}, ${now})`;
}

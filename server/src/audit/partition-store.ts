import { oneAtATime } from '../db/one-at-a-time.ts';
import type { Db, Sql } from '../db/sql.ts';
import { foldCounts } from './fold-store.ts';

const monthsAhead = 3;

/** Whoever waits for a lock makes others wait behind it. There is always a next time. */
const noLongerThan = '200ms';

/** Where the entries of this month and the next ones will go, and those since `from`. In a transaction. */
export async function makePartitions(tx: Db, now: Date, from = now): Promise<void> {
  await tx`SELECT set_config('lock_timeout', ${noLongerThan}, true)`;
  await tx`
    SELECT make_audit_partition(month::date)
      FROM generate_series(date_trunc('month', ${from}::timestamptz AT TIME ZONE 'UTC'),
                           ${now}::timestamptz AT TIME ZONE 'UTC' + ${monthsAhead} * interval '1 month',
                           interval '1 month') AS month`;
}

/** Drops each partition that holds nothing but entries from before `keptFrom`. */
export async function dropExpired(sql: Sql, keptFrom: Date): Promise<string[]> {
  const dropped: string[] = [];
  const expired = await sql<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'audit_logs'::regclass
       AND substring(pg_get_expr(c.relpartbound, c.oid) from 'TO [(]''([^'']+)')::timestamptz <= ${keptFrom}
     ORDER BY 1`;
  for (const { name } of expired)
    await oneAtATime(sql, 'audit', async (tx) => {
      await dropPartition(tx, name);
      dropped.push(name);
    });
  return dropped;
}

/** The only way entries leave the trail: a whole partition, with what was counted of it. */
async function dropPartition(tx: Db, name: string): Promise<void> {
  await tx`SELECT set_config('lock_timeout', ${noLongerThan}, true), set_config('statement_timeout', '0', true)`;
  await tx`LOCK TABLE ${tx(name)} IN SHARE MODE`;
  await tx`
    INSERT INTO audit_unfolded (organization_id, day, action, category, user_email, n)
    SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, action, category, user_email, -count(*)
      FROM ${tx(name)} GROUP BY 1, 2, 3, 4, 5`;
  await foldCounts(tx);
  await tx`DELETE FROM audit_days WHERE counts = '{}'`;
  await tx`DELETE FROM audit_emails WHERE entries = 0`;
  await tx`DELETE FROM audit_organizations WHERE entries = 0`;
  // Last, since nobody reads or writes the trail between this and the commit.
  await tx`ALTER TABLE audit_logs DETACH PARTITION ${tx(name)}`;
  await tx`DROP TABLE ${tx(name)}`;
}

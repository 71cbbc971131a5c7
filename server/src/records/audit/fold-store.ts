import type { Db, Sql } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';
import { inBatches, oneAtATime } from '../../platform/db/transact.ts';

/** In `audit_days`, the id for all organizations together. */
export const allOrganizations = '00000000-0000-0000-0000-000000000000';

/** An organization with more entries than this has its days counted in advance. */
const manyEntries = 10_000;

/** Few enough to fold well within a second, addresses that were never seen before included. */
const foldBatch = 2000;

/** Adds what was committed since the last time to the trail's figures. Any node may do it, one at a time. */
export function foldAudit(sql: Sql, stopping?: AbortSignal): Promise<void> {
  const step = async (tx: Db) => (await foldSome(tx)) === foldBatch || countDayOfLarge(tx);
  return inBatches(async () => (await oneAtATime(sql, 'auditFigures', step)) ?? false, stopping);
}

/** In one statement: a reader meanwhile finds each entry either folded or not, never both or neither. */
async function foldSome(tx: Db): Promise<number> {
  const [row] = await tx<{ folded: number }[]>`
    WITH taken AS (
      DELETE FROM audit_unfolded WHERE ctid = ANY(ARRAY(SELECT ctid FROM audit_unfolded LIMIT ${foldBatch})) RETURNING *),
    scoped AS (
      SELECT ${allOrganizations}::uuid AS organization_id, day, action, category, detail, n FROM taken
      UNION ALL
      SELECT t.organization_id, t.day, t.action, t.category, t.detail, t.n
        FROM taken t JOIN audit_organizations o
          ON o.organization_id = t.organization_id AND (o.counted OR t.day >= o.counted_from)),
    days AS (
      INSERT INTO audit_days AS d (organization_id, day, counts)
      SELECT organization_id, day, jsonb_object_agg(key, n)
        FROM (SELECT organization_id, day, key, sum(n) AS n
                FROM scoped, LATERAL (VALUES ('events'), (action), (category), (detail)) AS counted (key)
               WHERE key IS NOT NULL GROUP BY organization_id, day, key HAVING sum(n) <> 0) AS summed
       GROUP BY organization_id, day
      ON CONFLICT (organization_id, day) DO UPDATE SET counts = add_counts(d.counts, EXCLUDED.counts)),
    hours AS (
      INSERT INTO audit_hours AS h (hour, counts)
      SELECT hour, jsonb_object_agg(key, n)
        FROM (SELECT hour, key, sum(n) AS n
                FROM taken, LATERAL (VALUES ('events'), (action), (category), (detail)) AS counted (key)
               WHERE hour IS NOT NULL AND key IS NOT NULL GROUP BY hour, key) AS summed
       GROUP BY hour
      ON CONFLICT (hour) DO UPDATE SET counts = add_counts(h.counts, EXCLUDED.counts)),
    organizations AS (
      INSERT INTO audit_organizations AS o (organization_id, entries)
      SELECT organization_id, sum(n) FROM taken WHERE organization_id IS NOT NULL GROUP BY organization_id
      ON CONFLICT (organization_id) DO UPDATE SET entries = o.entries + EXCLUDED.entries),
    emails AS (
      INSERT INTO audit_emails AS e (email, entries)
      SELECT user_email, sum(n) FROM taken WHERE user_email IS NOT NULL GROUP BY user_email
      ON CONFLICT (email) DO UPDATE SET entries = e.entries + EXCLUDED.entries)
    SELECT count(*)::int AS folded FROM taken`;
  return row?.folded ?? 0;
}

/**
 * Counts one more day of an organization that has become large, newest first, from the trail. A day with entries that are
 * not folded yet waits: they would count twice. True if there may be more to do.
 */
async function countDayOfLarge(tx: Db): Promise<boolean> {
  const [next] = await tx<{ organizationId: string; day: string | null }[]>`
    SELECT o.organization_id, (
             SELECT ((a.created_at AT TIME ZONE 'UTC')::date)::text FROM audit_logs a
              WHERE a.organization_id = o.organization_id
                AND (o.counted_from IS NULL OR a.created_at < o.counted_from::timestamp AT TIME ZONE 'UTC')
              ORDER BY a.created_at DESC LIMIT 1) AS day
      FROM audit_organizations o WHERE NOT counted AND entries > ${manyEntries} ORDER BY o.organization_id LIMIT 1`;
  if (!next) return false;
  const { organizationId, day } = next;
  const { count } = day
    ? await tx`
        WITH counted AS (
          UPDATE audit_organizations SET counted_from = ${day}
           WHERE organization_id = ${organizationId} AND NOT EXISTS (
             SELECT 1 FROM audit_unfolded u WHERE u.organization_id = ${organizationId} AND u.day = ${day})
          RETURNING organization_id)
        INSERT INTO audit_days SELECT days.* FROM counted, LATERAL count_audit_day(counted.organization_id, ${day}) AS days
        ON CONFLICT (organization_id, day) DO UPDATE SET counts = EXCLUDED.counts`
    : await tx`UPDATE audit_organizations SET counted = true WHERE organization_id = ${organizationId}`;
  return count > 0;
}

/** Deletes figures that have no entries left after retention, or that no page compares with any more. */
export const auditSweeps: Sweep[] = [
  (db) => sweepSome(db, 'audit_days', db`counts = '{}'`),
  (db, now) => sweepSome(db, 'audit_hours', db`hour < ${now}::timestamptz - interval '3 days'`),
  (db, now) => sweepSome(db, 'active_users', db`day < ${now}::timestamptz - interval '200 days'`),
  (db) => sweepSome(db, 'audit_emails', db`entries = 0`),
  (db) => sweepSome(db, 'audit_organizations', db`entries = 0`),
];

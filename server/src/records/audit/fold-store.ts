import type { Db, Sql } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';
import { inBatches, oneAtATime } from '../../platform/db/transact.ts';

/** In `audit_days`, the id for all organizations together. */
export const allOrganizations = '00000000-0000-0000-0000-000000000000';

/** An organization with more entries than this has its days counted in advance. */
const manyEntries = 10_000;

/** Few enough to fold well within a second, addresses that were never seen before included. */
const foldBatch = 2000;

/** Pages of the table that hold a little more than a batch. */
const stretch = 64;

/** After so many batches, their dead rows would cost every reader more than they cost to remove. */
const batchesToVacuum = 20;

/** Where to look: from a page on, and up to another, unless to the end. */
type Pages = { from: number; until?: number };

/**
 * Adds what was committed since the last time to the trail's figures. Any node may do it, one at a time. A backlog is
 * worked off from the end of its table: no batch walks past the rows of earlier ones, and neither do readers, who begin at
 * the other end. What is emptied at the end, a vacuum gives back.
 */
export async function foldAudit(sql: Sql, stopping?: AbortSignal): Promise<void> {
  let pages: Pages | undefined;
  let batches = 0;
  const step = async (tx: Db) => {
    pages ??= { from: Math.max(0, (await countPages(tx)) - stretch) };
    if ((await foldSome(tx, pages)) === foldBatch) return true;
    if (pages.from === 0) return countDayOfLarge(tx);
    pages = { from: Math.max(0, pages.from - stretch), until: pages.from };
    return true;
  };
  await inBatches(async () => {
    const more = (await oneAtATime(sql, 'auditFigures', step)) ?? false;
    batches += 1;
    if (batches % batchesToVacuum === 0 || (!more && batches > batchesToVacuum)) await vacuumUnfolded(sql);
    return more;
  }, stopping);
}

async function countPages(tx: Db): Promise<number> {
  const [row] = await tx<{ pages: number }[]>`
    SELECT (pg_relation_size('audit_unfolded') / current_setting('block_size')::int)::int AS pages`;
  return row?.pages ?? 0;
}

/** Autovacuum comes once a minute; until then, every reader would walk over a backlog's dead rows. */
async function vacuumUnfolded(sql: Sql): Promise<void> {
  await sql`VACUUM (SKIP_LOCKED) audit_unfolded`;
}

/** In one statement: a reader meanwhile finds each entry either folded or not, never both or neither. */
async function foldSome(tx: Db, { from, until }: Pages): Promise<number> {
  const within = tx`
    ctid >= ${`(${from},0)`}::tid ${until === undefined ? tx`` : tx`AND ctid < ${`(${until},0)`}::tid`}`;
  const [row] = await tx<Folded[]>`
    WITH taken AS (
      DELETE FROM audit_unfolded WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM audit_unfolded WHERE ${within} LIMIT ${foldBatch})) RETURNING *),
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
      ON CONFLICT (organization_id) DO UPDATE SET entries = o.entries + EXCLUDED.entries
      RETURNING organization_id, entries),
    emails AS (
      INSERT INTO audit_emails AS e (email, entries)
      SELECT user_email, sum(n) FROM taken WHERE user_email IS NOT NULL GROUP BY user_email
      ON CONFLICT (email) DO UPDATE SET entries = e.entries + EXCLUDED.entries
      RETURNING email, entries)
    SELECT (SELECT count(*)::int FROM taken) AS folded,
           ARRAY(SELECT organization_id FROM organizations WHERE entries = 0) AS organizations,
           ARRAY(SELECT email FROM emails WHERE entries = 0) AS emails`;
  if (row) await deleteEmpty(tx, row);
  return row?.folded ?? 0;
}

type Folded = { folded: number; organizations: string[]; emails: string[] };

/** After retention, nothing is left of these. An index to find them later would slow every fold down. */
async function deleteEmpty(tx: Db, { organizations, emails }: Folded): Promise<void> {
  if (organizations.length > 0)
    await tx`DELETE FROM audit_organizations WHERE organization_id = ANY(${organizations}::uuid[])`;
  if (emails.length > 0) await tx`DELETE FROM audit_emails WHERE email = ANY(${emails}::text[])`;
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
];

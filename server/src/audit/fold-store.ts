import { oneAtATime } from '../db/one-at-a-time.ts';
import type { Db, Sql } from '../db/sql.ts';

/** The organization that stands for all of them in `audit_days`. */
export const everybody = '00000000-0000-0000-0000-000000000000';

/** An organization with more entries than this has its days counted in advance. */
const manyEntries = 10_000;

/** Adds what was committed since the last time to the trail's figures. Any node may do it, one at a time. */
export function foldAudit(sql: Sql): Promise<void> {
  return oneAtATime(sql, 'audit', async (tx) => {
    await foldCounts(tx);
    await countLargeOrganizations(tx);
  });
}

/** In one statement: a reader meanwhile finds each entry either folded or not, never both or neither. */
export async function foldCounts(db: Db): Promise<void> {
  await db`
    WITH taken AS (DELETE FROM audit_unfolded RETURNING *),
    scoped AS (
      SELECT ${everybody}::uuid AS organization_id, day, action, category, n FROM taken
      UNION ALL
      SELECT t.organization_id, t.day, t.action, t.category, t.n
        FROM taken t JOIN audit_organizations o ON o.organization_id = t.organization_id AND o.counted),
    days AS (
      INSERT INTO audit_days AS d (organization_id, day, counts)
      SELECT organization_id, day, jsonb_object_agg(key, n)
        FROM (SELECT organization_id, day, key, sum(n) AS n
                FROM scoped, LATERAL (VALUES ('events'), (action), (category)) AS counted (key)
               GROUP BY organization_id, day, key HAVING sum(n) <> 0) AS summed
       GROUP BY organization_id, day
      ON CONFLICT (organization_id, day) DO UPDATE SET counts = add_counts(d.counts, EXCLUDED.counts)),
    organizations AS (
      INSERT INTO audit_organizations AS o (organization_id, entries)
      SELECT organization_id, sum(n) FROM taken WHERE organization_id IS NOT NULL GROUP BY organization_id
      ON CONFLICT (organization_id) DO UPDATE SET entries = o.entries + EXCLUDED.entries)
    INSERT INTO audit_emails AS e (email, entries)
    SELECT user_email, sum(n) FROM taken WHERE user_email IS NOT NULL GROUP BY user_email
    ON CONFLICT (email) DO UPDATE SET entries = e.entries + EXCLUDED.entries`;
}

/** From the trail, once. An organization whose newest entries are not folded yet waits: they would count twice. */
async function countLargeOrganizations(db: Db): Promise<void> {
  await db`
    WITH large AS (
      UPDATE audit_organizations o SET counted = true
       WHERE NOT counted AND entries > ${manyEntries}
         AND NOT EXISTS (SELECT 1 FROM audit_unfolded u WHERE u.organization_id = o.organization_id)
      RETURNING organization_id)
    INSERT INTO audit_days SELECT days.* FROM large, LATERAL count_audit_days(large.organization_id) AS days`;
}

import { everybody } from '../audit/fold-store.ts';
import type { Db } from '../db/sql.ts';
import { type AuditFilter, matching } from './filter-store.ts';
import { endOf, type Span } from './spans.ts';

const dayMs = 86_400_000;

/** Whether there are figures for each of its days. */
export async function isCounted(db: Db, organizationId: string | undefined): Promise<boolean> {
  if (!organizationId) return true;
  const rows = await db`
    SELECT 1 FROM audit_organizations WHERE organization_id = ${organizationId} AND counted`;
  return rows.length > 0;
}

/** What is folded and what is not, for one organization that is counted, or for all. */
export function figures(db: Db, organizationId: string | undefined) {
  return {
    folded: db`audit_days WHERE organization_id = ${organizationId ?? everybody}`,
    unfolded: db`audit_unfolded WHERE true
      ${organizationId ? db`AND organization_id = ${organizationId}` : db``}`,
  };
}

export type Place = {
  total: number;
  /** Where the page is, if it holds anything, and how many entries at its newer end belong to earlier pages. */
  span: Span | null;
  skip: number;
};

/** Finds a page by the daily figures, however deep it is. Not for a filter by email. */
export async function findPlace(
  db: Db,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Place> {
  const { whole, edges } = split(filter);
  const { folded, unfolded } = figures(db, filter.organizationId);
  const key = filter.action ?? filter.category ?? 'events';
  const within = db`
    ${whole.low ? db`AND day >= ${dateOf(whole.low)}::date` : db``}
    ${whole.high ? db`AND day < ${dateOf(whole.high)}::date` : db``}`;
  const [row] = await db<{ total: number; low: Date | null; high: Date; skip: number }[]>`
    WITH counted AS (
      SELECT day::timestamp AT TIME ZONE 'UTC' AS low, (day + 1)::timestamp AT TIME ZONE 'UTC' AS high, sum(n) AS n
        FROM (SELECT day, (counts->>${key})::int AS n FROM ${folded} AND counts ? ${key} ${within}
              UNION ALL
              SELECT day, n FROM ${unfolded} AND ${key} IN ('events', action, category) ${within}) AS days
       GROUP BY day HAVING sum(n) > 0
      ${edges.length > 0 ? edges.map((edge) => countOf(db, filter, edge)) : db``}),
    placed AS (SELECT low, high, n, sum(n) OVER (ORDER BY low DESC) - n AS before FROM counted)
    SELECT (SELECT coalesce(sum(n), 0) FROM placed)::float8 AS total, min(low) AS low, max(high) AS high,
           (${offset}::bigint - min(before))::float8 AS skip
      FROM placed WHERE before < ${offset + limit}::bigint AND before + n > ${offset}::bigint`;
  if (!row) throw new Error('a sum is always one row');
  const { total, low, high, skip } = row;
  return { total, span: low && { low, high }, skip };
}

function countOf(db: Db, filter: AuditFilter, { low, high }: Span) {
  return db`
    UNION ALL
    SELECT ${low}::timestamptz, ${high}::timestamptz, (SELECT count(*) ${matching(db, filter, { low, high })})`;
}

/** The whole days of a filter, and the rest of the days at its ends. */
function split(filter: AuditFilter): { whole: Partial<Span>; edges: Span[] } {
  const { from } = filter;
  const end = endOf(filter);
  const low = from && new Date(Math.ceil(from.getTime() / dayMs) * dayMs);
  const high = end && new Date(Math.floor(end.getTime() / dayMs) * dayMs);
  if (from && end && low && high && low > high)
    return { whole: { low, high: low }, edges: [{ low: from, high: end }] };
  const edges = [from && low && { low: from, high: low }, end && high && { low: high, high: end }];
  return {
    whole: { ...(low && { low }), ...(high && { high }) },
    edges: edges.filter((edge) => isSpan(edge)),
  };
}

function isSpan(edge: Span | undefined): edge is Span {
  return edge !== undefined && edge.low < edge.high;
}

export function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

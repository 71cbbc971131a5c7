import { containing, exactTo, type Frequency, frequencyOf, holds } from '../../platform/db/list-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import { allOrganizations } from '../../records/audit/fold-store.ts';
import { type AuditFilter, endOf, matching, type Span } from './entry-store.ts';

const dayMs = 86_400_000;

/** A reader adds up no more entries than this: after a burst, the figures are behind until it is folded. */
const mostUnfolded = 5000;

/** Whether more entries wait to be folded than a reader can add to the figures. */
export async function isFarBehind(db: Db): Promise<boolean> {
  return (await db`SELECT 1 FROM audit_unfolded OFFSET ${mostUnfolded} LIMIT 1`).length > 0;
}

/** The entries that wait to be folded, as many as a reader adds up. */
function unfolded(db: Db) {
  return db`(SELECT * FROM audit_unfolded LIMIT ${mostUnfolded}) AS unfolded`;
}

/** Whether there are figures for each day of the organization. */
export async function isCounted(db: Db, organizationId: string | undefined): Promise<boolean> {
  if (!organizationId) return true;
  const rows = await db`
    SELECT 1 FROM audit_organizations WHERE organization_id = ${organizationId} AND counted`;
  return rows.length > 0;
}

/** The folded figures and the unfolded entries, for one organization that is counted, or for all. */
export function figures(db: Db, organizationId: string | undefined) {
  return {
    folded: db`audit_days WHERE organization_id = ${organizationId ?? allOrganizations}`,
    unfolded: db`${unfolded(db)} WHERE true
      ${organizationId ? db`AND organization_id = ${organizationId}` : db``}`,
  };
}

export type PageLocation = {
  total: number;
  /** Where the page is, if it holds anything, and how many entries at its newer end belong to earlier pages. */
  span: Span | null;
  skip: number;
};

/** Finds a page by the daily figures, however deep it is. Not for a filter by email. */
export async function locatePage(
  db: Db,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<PageLocation> {
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

/** The emails that contain a part, with the number of their entries. */
export type Emails = { among: string[]; entries: number } | 'many';

const fewEmails = 3000;

/**
 * A few emails lead to their entries by an index, however rare those are. With many emails, the next entry is never
 * far, and a walk finds it.
 */
export async function findEmails(db: Db, part: string): Promise<Emails> {
  const frequency = await frequencyOf(db, folded(db, part), 'audit_emails');
  if (frequency === 'many') return 'many';
  const rows = await db<{ email: string; entries: number }[]>`
    SELECT email, sum(entries)::float8 AS entries
      FROM (SELECT * FROM (SELECT email, entries ${folded(db, part, frequency)} LIMIT ${fewEmails + 1}) AS known
            UNION ALL
            SELECT user_email, n FROM ${unfolded(db)} WHERE user_email LIKE ${containing(part)}) AS found
     GROUP BY email`;
  if (rows.length > fewEmails) return 'many';
  return {
    among: rows.map(({ email }) => email),
    entries: rows.reduce((sum, { entries }) => sum + entries, 0),
  };
}

/** How many entries they have, up to 10000; undefined when there are more. */
export async function countOfEmails(db: Db, part: string): Promise<number | undefined> {
  const frequency = await frequencyOf(db, folded(db, part), 'audit_emails');
  if (frequency === 'many') return undefined;
  const [row] = await db<{ entries: number }[]>`
    SELECT coalesce(sum(entries), 0)::float8 AS entries
      FROM (SELECT * FROM (SELECT entries ${folded(db, part, frequency)} LIMIT ${exactTo + 1}) AS known
            UNION ALL
            SELECT n FROM ${unfolded(db)} WHERE user_email LIKE ${containing(part)}) AS found`;
  return row && row.entries <= exactTo ? row.entries : undefined;
}

function folded(db: Db, part: string, frequency?: Frequency) {
  return db`FROM audit_emails WHERE true ${holds(db, db`email`, part, frequency)}`;
}

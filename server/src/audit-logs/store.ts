import { everybody } from '../audit/fold-store.ts';
import type { AuditRow } from '../audit/store.ts';
import type { Db } from '../db/sql.ts';
import { exactTo } from '../db/total-store.ts';
import { matching, type ResolvedFilter } from './filter-store.ts';
import type { Span } from './spans.ts';

/** A place in the trail. `exactly` is its time as text: the database's time is finer than a Date. */
export type Position = { createdAt: Date; exactly: string; id: string };
export type Cut = { limit: number; offset: number };

/**
 * Finds all matches and sorts them, if there are not too many: one pass gives the page and the exact total. Left to
 * itself, the planner would walk the trail for a rare match, past everybody else's entries.
 */
export async function cutFromFew(
  db: Db,
  filter: ResolvedFilter,
  { limit, offset }: Cut,
): Promise<{ page: Position[]; total: number } | 'many'> {
  const rows = await db<(Position & { total: number })[]>`
    WITH hits AS MATERIALIZED (SELECT created_at, id ${matching(db, filter)} LIMIT ${exactTo + 1})
    SELECT counted.total, page.created_at, page.created_at::text AS exactly, page.id
      FROM (SELECT count(*)::int AS total FROM hits) AS counted
      LEFT JOIN (SELECT * FROM hits ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}) AS page ON true
     ORDER BY page.created_at DESC, page.id DESC`;
  const total = rows[0]?.total ?? 0;
  return total > exactTo ? 'many' : { page: rows.filter(({ id }) => id !== null), total };
}

/** Walks a span from its newest entry as far as the page. `found`: how many matches it passed. */
export async function cutFromMany(
  db: Db,
  filter: ResolvedFilter,
  { limit, offset }: Cut,
  span: Span,
): Promise<{ page: Position[]; found: number }> {
  const rows = await db<(Position & { found: number })[]>`
    WITH hits AS MATERIALIZED (
      SELECT created_at, id ${matching(db, filter, span)}
       ORDER BY created_at DESC, id DESC LIMIT ${limit + offset})
    SELECT counted.found, page.created_at, page.created_at::text AS exactly, page.id
      FROM (SELECT count(*)::int AS found FROM hits) AS counted
      LEFT JOIN (SELECT * FROM hits ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}) AS page ON true
     ORDER BY page.created_at DESC, page.id DESC`;
  return { page: rows.filter(({ id }) => id !== null), found: rows[0]?.found ?? 0 };
}

/** The entries at these places, still newest first. */
export async function readEntries(db: Db, places: Position[]): Promise<AuditRow[]> {
  const [newest, oldest] = [places[0], places.at(-1)];
  if (!newest || !oldest) return [];
  // Plain times that the planner can see: they let it skip the partitions that hold none of these entries.
  const past = new Date(newest.createdAt.getTime() + 1);
  return db<AuditRow[]>`
    SELECT a.* FROM audit_logs a
     WHERE a.created_at >= ${oldest.createdAt} AND a.created_at < ${past}
       AND (a.created_at, a.id) IN (
         SELECT * FROM unnest(${places.map(({ exactly }) => exactly)}::text[]::timestamptz[],
                              ${places.map(({ id }) => id)}::uuid[]))
     ORDER BY a.created_at DESC, a.id DESC`;
}

export type PlacedRow = AuditRow & Position;

/** The next entries of a span after a position, newest first. */
export async function nextEntries(
  db: Db,
  filter: ResolvedFilter & { span: Span },
  after: Position | undefined,
  limit: number,
): Promise<PlacedRow[]> {
  return db<PlacedRow[]>`
    SELECT *, created_at::text AS exactly ${matching(db, filter, filter.span)}
      ${after ? db`AND (created_at, id) < (${after.exactly}::text::timestamptz, ${after.id})` : db``}
     ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

/** The first and the last day with entries, end excluded. Undefined when there are none. */
export async function extent(db: Db): Promise<Span | undefined> {
  const [row] = await db<{ low: Date | null; high: Date | null }[]>`
    SELECT min(low) AS low, max(high) + interval '1 day' AS high
      FROM (SELECT min(day)::timestamp AT TIME ZONE 'UTC' AS low, max(day)::timestamp AT TIME ZONE 'UTC' AS high
              FROM audit_days WHERE organization_id = ${everybody}
            UNION ALL
            SELECT min(day)::timestamp AT TIME ZONE 'UTC', max(day)::timestamp AT TIME ZONE 'UTC'
              FROM audit_unfolded) AS both_of_them`;
  return row?.low && row.high ? { low: row.low, high: row.high } : undefined;
}

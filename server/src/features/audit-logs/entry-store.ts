import { type AuditCategory, auditActions, categoryOf } from '@latchkey/contract';
import { containing, exactTo, type PageSlice } from '../../platform/db/list-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import type { AuditRow } from '../../records/audit/audit-store.ts';

/** A period, its end excluded: it lets PostgreSQL look only at the partitions concerned. */
export type Span = { low: Date; high: Date };

/**
 * The months of a period, newest first: each is a partition. With `growth`, each step takes that many times more of
 * them: a match that is not in the newest months is rare, so the search widens quickly.
 */
export function* spansOf({ low, high }: Span, growth = 1): Generator<Span> {
  let months = 1;
  for (let end = high; end > low; months *= growth) {
    const month = new Date(end.getTime() - 1);
    const begin = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - months + 1, 1));
    yield { low: begin < low ? low : begin, high: end };
    end = begin;
  }
}

/** PostgreSQL and a four-digit ISO year know nothing later. */
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** The end of a filter, excluded. Its last millisecond counts. Undefined when nothing could be later. */
export function endOf({ to }: { to?: Date | undefined }): Date | undefined {
  return to && to.getTime() < latest ? new Date(to.getTime() + 1) : undefined;
}

/** What a filter leaves of a period. */
export function overlap(all: Span, filter: { from?: Date | undefined; to?: Date | undefined }): Span {
  const low = Math.max(all.low.getTime(), filter.from?.getTime() ?? Number.NEGATIVE_INFINITY);
  const high = Math.min(all.high.getTime(), endOf(filter)?.getTime() ?? Number.POSITIVE_INFINITY);
  return { low: new Date(low), high: new Date(high) };
}

export type AuditFilter = {
  /** Undefined: every organization, and what belongs to none. */
  organizationId?: string | undefined;
  category?: AuditCategory | undefined;
  action?: string | undefined;
  /** A part of the address. */
  userEmail?: string | undefined;
  /** Who acted, or whom it was about. */
  userId?: string | undefined;
  ipAddress?: string | undefined;
  /** As the metadata gives it. */
  reason?: string | undefined;
  from?: Date | undefined;
  /** Inclusive. */
  to?: Date | undefined;
};

/** `among`: the emails that contain `userEmail`, unless there are too many. */
export type ResolvedFilter = AuditFilter & { among?: string[] | undefined };

function ofUser(db: Db, { userEmail, among }: ResolvedFilter) {
  if (among) return db`AND user_email = ANY(${among}::text[])`;
  return userEmail ? db`AND user_email LIKE ${containing(userEmail)}` : db``;
}

/** Matches nothing: no entry has an unknown action, and an action belongs to one category. */
export function contradicts({ action, category }: AuditFilter): boolean {
  if (!action) return false;
  const known = auditActions.find((name) => name === action);
  return known === undefined || (category !== undefined && categoryOf(known) !== category);
}

/** An action implies its category: asking for both adds nothing, or matches nothing. */
function ofKind(db: Db, filter: AuditFilter) {
  const { action, category } = filter;
  if (contradicts(filter)) return db`AND false`;
  if (action) return db`AND action = ${action}`;
  return category ? db`AND category = ${category}` : db``;
}

export function matching(db: Db, filter: ResolvedFilter, span?: Span) {
  const { organizationId, userId, ipAddress, reason, from } = filter;
  const end = endOf(filter);
  return db`
    FROM audit_logs WHERE true
    ${organizationId ? db`AND organization_id = ${organizationId}` : db``}
    ${ofKind(db, filter)}
    ${ofUser(db, filter)}
    ${userId ? db`AND (user_id = ${userId} OR metadata ? 'targetUserId' AND metadata ->> 'targetUserId' = ${userId})` : db``}
    ${ipAddress ? db`AND ip_address = ${ipAddress}` : db``}
    ${reason ? db`AND metadata ? 'reason' AND metadata ->> 'reason' = ${reason}` : db``}
    ${from ? db`AND created_at >= ${from}` : db``}
    ${end ? db`AND created_at < ${end}` : db``}
    ${span ? db`AND created_at >= ${span.low} AND created_at < ${span.high}` : db``}`;
}

/** A place in the trail. `exactly` is its time as text: the database's time is finer than a Date. */
export type Position = { createdAt: Date; exactly: string; id: string };

/**
 * Finds all matches and sorts them, if there are not too many: one pass gives the page and the exact total. Left to
 * itself, the planner would walk the trail for a rare match, past all other entries.
 */
export async function cutFromFew(
  db: Db,
  filter: ResolvedFilter,
  { limit, offset }: PageSlice,
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
  { limit, offset }: PageSlice,
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
  after: (Position & { included?: boolean }) | undefined,
  limit: number,
): Promise<PlacedRow[]> {
  const place = after && db`(${after.exactly}::text::timestamptz, ${after.id})`;
  return db<PlacedRow[]>`
    SELECT *, created_at::text AS exactly ${matching(db, filter, filter.span)}
      ${place ? (after.included ? db`AND (created_at, id) <= ${place}` : db`AND (created_at, id) < ${place}`) : db``}
     ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

/** The first and the last day with entries, end excluded. Undefined when there are none. */
export async function extent(db: Db): Promise<Span | undefined> {
  const [row] = await db<{ low: Date | null; high: Date | null }[]>`
    SELECT date_trunc('day', min(created_at)) AS low, date_trunc('day', max(created_at)) + interval '1 day' AS high
      FROM audit_logs`;
  return row?.low && row.high ? { low: row.low, high: row.high } : undefined;
}

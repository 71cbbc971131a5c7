import { type AuditCategory, auditActions, categoryOf } from '@latchkey/contract';
import type { AuditRow } from '../audit/store.ts';
import type { Db } from '../db/sql.ts';
import { containing, type Total, totalOf } from '../db/total-store.ts';

export type AuditFilter = {
  /** Undefined: every organization, and what belongs to none. */
  organizationId?: string | undefined;
  category?: AuditCategory | undefined;
  action?: string | undefined;
  /** A part of the address. */
  userEmail?: string | undefined;
  from?: Date | undefined;
  /** Inclusive. */
  to?: Date | undefined;
};

/** `among`: the emails that `userEmail` is a part of, unless they are too many. */
export type ResolvedFilter = AuditFilter & { among?: string[] | undefined };

const fewEmails = 1000;

/**
 * A few emails lead to their entries by an index, however rare those are. With many, the next entry is never far, and a
 * scan finds it.
 */
export async function resolve(db: Db, filter: AuditFilter): Promise<ResolvedFilter> {
  if (!filter.userEmail) return filter;
  const rows = await db<{ email: string }[]>`
    SELECT email FROM audit_emails WHERE email LIKE ${containing(filter.userEmail)} LIMIT ${fewEmails + 1}`;
  return rows.length > fewEmails ? filter : { ...filter, among: rows.map(({ email }) => email) };
}

function ofUser(db: Db, { userEmail, among }: ResolvedFilter) {
  if (among) return db`AND user_email = ANY(${among}::text[])`;
  return userEmail ? db`AND user_email LIKE ${containing(userEmail)}` : db``;
}

function matching(db: Db, filter: ResolvedFilter) {
  const { organizationId, category, action, from, to } = filter;
  return db`
    FROM audit_logs WHERE true
    ${organizationId ? db`AND organization_id = ${organizationId}` : db``}
    ${category ? ofCategory(db, category, action) : db``}
    ${action ? db`AND action = ${action}` : db``}
    ${ofUser(db, filter)}
    ${from ? db`AND created_at >= ${from}` : db``}
    ${to ? db`AND created_at < ${to}::timestamptz + interval '1 millisecond'` : db``}`;
}

/** An action implies its category: asking for both adds nothing, or matches nothing. */
function ofCategory(db: Db, category: AuditCategory, action: string | undefined) {
  const known = auditActions.find((name) => name === action);
  if (!known) return db`AND category = ${category}`;
  return categoryOf(known) === category ? db`` : db`AND false`;
}

export function totalEntries(db: Db, filter: ResolvedFilter): Promise<Total> {
  return totalOf(db, matching(db, filter));
}

/** Newest first. A deep page skips in the index: only the page's own rows are read. */
export async function listEntries(
  db: Db,
  filter: ResolvedFilter,
  page: { limit: number; offset: number },
): Promise<AuditRow[]> {
  return db<AuditRow[]>`
    SELECT a.* FROM (
      SELECT id, created_at ${matching(db, filter)}
       ORDER BY created_at DESC, id DESC LIMIT ${page.limit} OFFSET ${page.offset}) AS page
      JOIN audit_logs a ON a.id = page.id
     ORDER BY page.created_at DESC, page.id DESC`;
}

/** A place in the trail. The time is text: the database's is finer than a Date. */
export type Position = { createdAt: string; id: string };
export type PlacedRow = AuditRow & { position: string };

/** The next entries after a position, newest first. */
export async function nextEntries(
  db: Db,
  filter: ResolvedFilter,
  after: Position | undefined,
  limit: number,
): Promise<PlacedRow[]> {
  return db<PlacedRow[]>`
    SELECT *, created_at::text AS position ${matching(db, filter)}
      ${after ? db`AND (created_at, id) < (${after.createdAt}::text::timestamptz, ${after.id})` : db``}
     ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

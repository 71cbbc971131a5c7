import { type AuditCategory, auditActions, categoryOf } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';
import { containing, type Total, totalOf } from '../db/total-store.ts';
import type { AuditRow } from './store.ts';

export type AuditFilter = {
  /** Undefined: every organization, and what belongs to none. */
  organizationId?: string | undefined;
  category?: AuditCategory | undefined;
  action?: string | undefined;
  userEmail?: string | undefined;
  from?: Date | undefined;
  /** Inclusive. */
  to?: Date | undefined;
};

function matching(db: Db, filter: AuditFilter) {
  const { organizationId, category, action, userEmail, from, to } = filter;
  return db`
    FROM audit_logs WHERE true
    ${organizationId ? db`AND organization_id = ${organizationId}` : db``}
    ${category ? ofCategory(db, category, action) : db``}
    ${action ? db`AND action = ${action}` : db``}
    ${userEmail ? db`AND user_email IN (SELECT email FROM audit_emails WHERE email LIKE ${containing(userEmail)})` : db``}
    ${from ? db`AND created_at >= ${from}` : db``}
    ${to ? db`AND created_at < ${to}::timestamptz + interval '1 millisecond'` : db``}`;
}

/** An action says its category: asked for as well it adds nothing, or leaves nothing to look for. */
function ofCategory(db: Db, category: AuditCategory, action: string | undefined) {
  const known = auditActions.find((name) => name === action);
  if (!known) return db`AND category = ${category}`;
  return categoryOf(known) === category ? db`` : db`AND false`;
}

export function totalEntries(db: Db, filter: AuditFilter): Promise<Total> {
  return totalOf(db, matching(db, filter));
}

/** Newest first. What is skipped on the way to a deep page is skipped in the index: only the page's rows are read. */
export async function listEntries(
  db: Db,
  filter: AuditFilter,
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
  filter: AuditFilter,
  after: Position | undefined,
  limit: number,
): Promise<PlacedRow[]> {
  return db<PlacedRow[]>`
    SELECT *, created_at::text AS position ${matching(db, filter)}
      ${after ? db`AND (created_at, id) < (${after.createdAt}::text::timestamptz, ${after.id})` : db``}
     ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

import { type AuditCategory, auditActions, categoryOf } from '@latchkey/contract';
import { containing } from '../db/search-store.ts';
import type { Db } from '../db/sql.ts';
import { endOf, type Span } from './spans.ts';

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

/** `among`: the emails that contain `userEmail`, unless there are too many. */
export type ResolvedFilter = AuditFilter & { among?: string[] | undefined };

function ofUser(db: Db, { userEmail, among }: ResolvedFilter) {
  if (among) return db`AND user_email = ANY(${among}::text[])`;
  return userEmail ? db`AND user_email LIKE ${containing(userEmail)}` : db``;
}

/** An action implies its category: asking for both adds nothing, or matches nothing. */
function ofCategory(db: Db, category: AuditCategory, action: string | undefined) {
  const known = auditActions.find((name) => name === action);
  if (!known) return db`AND category = ${category}`;
  return categoryOf(known) === category ? db`` : db`AND false`;
}

export function matching(db: Db, filter: ResolvedFilter, span?: Span) {
  const { organizationId, category, action, from } = filter;
  const end = endOf(filter);
  return db`
    FROM audit_logs WHERE true
    ${organizationId ? db`AND organization_id = ${organizationId}` : db``}
    ${category ? ofCategory(db, category, action) : db``}
    ${action ? db`AND action = ${action}` : db``}
    ${ofUser(db, filter)}
    ${from ? db`AND created_at >= ${from}` : db``}
    ${end ? db`AND created_at < ${end}` : db``}
    ${span ? db`AND created_at >= ${span.low} AND created_at < ${span.high}` : db``}`;
}

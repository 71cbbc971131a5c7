import type { SystemRole, UserSort } from '@latchkey/contract';
import { type UserRow, userColumns } from '../accounts/user-store.ts';
import type { Db } from '../db/sql.ts';
import { anywhere, estimateAbove, exactTo, type Total, totalOf } from '../db/total-store.ts';
import type { ListScope } from './policy.ts';

export type UserFilter = {
  scope: ListScope;
  search?: string | undefined;
  role?: SystemRole | undefined;
  isActive?: boolean | undefined;
};
export type PageOf = { sort: UserSort; limit: number; offset: number };

function matching(db: Db, { scope, search, role, isActive }: UserFilter) {
  return db`
    FROM users u WHERE true
    ${scope && 'userId' in scope ? db`AND u.id = ${scope.userId}` : db``}
    ${scope && 'organizationId' in scope ? db`AND u.organization_id = ${scope.organizationId}` : db``}
    ${search ? db`AND u.search_text LIKE lower(${anywhere(search)})` : db``}
    ${role ? db`AND u.role = ${role}` : db``}
    ${isActive === undefined ? db`` : isActive ? db`AND u.is_active` : db`AND NOT u.is_active`}`;
}

/** Each is an index, or one read backwards. */
function orderOf(db: Db, sort: UserSort) {
  if (sort === 'email') return db`u.email`;
  if (sort === '-email') return db`u.email DESC`;
  if (sort === 'lastLoginAt') return db`u.last_login_at NULLS FIRST, u.id`;
  if (sort === '-lastLoginAt') return db`u.last_login_at DESC NULLS LAST, u.id DESC`;
  return sort === 'createdAt' ? db`u.created_at, u.id` : db`u.created_at DESC, u.id DESC`;
}

/**
 * Finds all that match and sorts them, if they are not too many: one pass gives the page and the exact total. Left to
 * itself the planner would walk the order's index for a rare match, past everybody else.
 */
export async function listFew(
  db: Db,
  filter: UserFilter,
  { sort, limit, offset }: PageOf,
  now: Date,
): Promise<{ users: UserRow[]; total: number } | 'many'> {
  const order = orderOf(db, sort);
  const rows = await db<(UserRow & { total: number; found: boolean })[]>`
    WITH hits AS MATERIALIZED (
      SELECT u.id, u.email, u.created_at, u.last_login_at ${matching(db, filter)} LIMIT ${exactTo + 1}),
    page AS (SELECT u.id FROM hits u ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})
    SELECT counted.total, u.id IS NOT NULL AS found, ${userColumns(db, now)}
      FROM (SELECT count(*)::int AS total FROM hits) AS counted
      LEFT JOIN (page JOIN users u ON u.id = page.id) ON true
     ORDER BY ${order}`;
  const total = rows[0]?.total ?? 0;
  return total > exactTo ? 'many' : { users: rows.filter(({ found }) => found), total };
}

/** Walks the order's index: with many matches the next one is never far. Skipped rows are not read. */
export async function listMany(
  db: Db,
  filter: UserFilter,
  { sort, limit, offset }: PageOf,
  now: Date,
): Promise<UserRow[]> {
  const order = orderOf(db, sort);
  const key = sort === 'email' || sort === '-email' ? db`u.email` : db`u.id`;
  return db<UserRow[]>`
    SELECT ${userColumns(db, now)}
      FROM (SELECT ${key} AS key ${matching(db, filter)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) AS page
      JOIN users u ON ${key} = page.key
     ORDER BY ${order}`;
}

export function totalUsers(db: Db, filter: UserFilter): Promise<Total> {
  return totalOf(db, matching(db, filter));
}

export function estimateUsers(db: Db, filter: UserFilter): Promise<Total> {
  return estimateAbove(db, matching(db, filter));
}

import type { SystemRole, UserSort } from '@latchkey/contract';
import { type UserRow, userColumns } from '../../identity/accounts/user-store.ts';
import {
  estimateAbove,
  exactTo,
  type Frequency,
  frequencyOf,
  holds,
  type Total,
  totalOf,
} from '../../platform/db/list-store.ts';
import type { Db, Fragment } from '../../platform/db/sql.ts';
import type { ListScope } from './policy.ts';

export type UserFilter = {
  scope: ListScope;
  search?: string | undefined;
  /** How common the search is, when that affects how to run it. */
  frequency?: Frequency | undefined;
  role?: SystemRole | undefined;
  isActive?: boolean | undefined;
};
export type UserSlice = { sort: UserSort; limit: number; offset: number };

const aLittleWay = 5000;

function matching(db: Db, filter: UserFilter) {
  const within = organizationOf(filter.scope);
  if (!within) return db`FROM users u WHERE true ${conditions(db, filter)}`;
  const members = db`FROM organization_members m`;
  const { search } = filter;
  return isAmongMembers(filter)
    ? db`${members} WHERE m.organization_id = ${within} ${search ? holds(db, db`m.search_text`, search) : db``}`
    : db`${members} JOIN users u ON u.id = m.user_id WHERE m.organization_id = ${within} ${conditions(db, filter)}`;
}

/** The memberships alone tell who matches. A rare name is found sooner by the index of searches, which all users share. */
function isAmongMembers({ scope, frequency, role, isActive }: UserFilter): boolean {
  return organizationOf(scope) !== undefined && frequency !== 'seldom' && isOpen({ role, isActive });
}

function organizationOf(scope: ListScope): string | undefined {
  return scope && 'organizationId' in scope ? scope.organizationId : undefined;
}

function conditions(db: Db, { scope, search, frequency, role, isActive }: UserFilter) {
  return db`
    ${scope && 'userId' in scope ? db`AND u.id = ${scope.userId}` : db``}
    ${search ? holds(db, db`u.search_text`, search, frequency) : db``}
    ${role ? db`AND u.role = ${role}` : db``}
    ${isActive === undefined ? db`` : isActive ? db`AND u.is_active` : db`AND NOT u.is_active`}`;
}

/**
 * Finds all matches and sorts them, if there are not too many: one pass gives the page and the exact total. Left to
 * itself, the planner would walk the order's index for a rare match, past all other users.
 */
export async function listFew(
  db: Db,
  filter: UserFilter,
  { sort, limit, offset }: UserSlice,
  now: Date,
): Promise<{ users: UserRow[]; total: number } | 'many'> {
  const order = sortedUsers(db, sort);
  const isAmong = isAmongMembers(filter);
  const columns = isAmong
    ? db`m.user_id AS id, m.user_created_at AS created_at`
    : db`u.id, u.email, u.created_at, u.last_login_at`;
  const sorted = isAmong && !isByAge(sort) ? db`hits JOIN users u USING (id)` : db`hits u`;
  const rows = await db<(UserRow & { total: number; found: boolean })[]>`
    WITH hits AS MATERIALIZED (SELECT ${columns} ${matching(db, filter)} LIMIT ${exactTo + 1}),
    page AS (SELECT u.id FROM ${sorted} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})
    SELECT counted.total, u.id IS NOT NULL AS found, ${userColumns(db, now, organizationOf(filter.scope))}
      FROM (SELECT count(*)::int AS total FROM hits) AS counted
      LEFT JOIN (page JOIN users u ON u.id = page.id) ON true
     ORDER BY ${order}`;
  const total = rows[0]?.total ?? 0;
  return total > exactTo ? 'many' : { users: rows.filter((row) => row.found), total };
}

/**
 * Leaves it to the planner whether to walk the order's index or to sort. The rows that a page skips are not read where an
 * index tells all that is asked of them.
 */
export async function listMany(
  db: Db,
  filter: UserFilter,
  { sort, limit, offset }: UserSlice,
  now: Date,
): Promise<UserRow[]> {
  const key = isByEmail(sort) ? db`u.email` : db`u.id`;
  const keys = isByLogin(sort)
    ? inOrderOfLogin(db, filter, sort)
    : organizationOf(filter.scope)
      ? membersInOrder(db, filter, sort)
      : inOrder(db, filter, sort, key);
  return db<UserRow[]>`
    SELECT ${userColumns(db, now, organizationOf(filter.scope))} FROM (${keys} LIMIT ${limit} OFFSET ${offset}) AS page JOIN users u ON ${key} = page.key
     ORDER BY ${sortedUsers(db, sort)}`;
}

function inOrder(db: Db, filter: UserFilter, sort: UserSort, key: Fragment) {
  return db`SELECT ${key} AS key ${matching(db, filter)} ORDER BY ${sortedUsers(db, sort)}`;
}

/** By the memberships, which tell what orders their list. */
function membersInOrder(db: Db, filter: UserFilter, sort: UserSort) {
  const [key, order] = isByEmail(sort)
    ? [db`m.email`, sort === 'email' ? db`m.email` : db`m.email DESC`]
    : [
        db`m.user_id`,
        sort === 'createdAt' ? db`m.user_created_at, m.user_id` : db`m.user_created_at DESC, m.user_id DESC`,
      ];
  return db`SELECT ${key} AS key ${matching(db, filter)} ORDER BY ${order}`;
}

/** By the tables of last logins, which tell nothing else. */
function inOrderOfLogin(db: Db, { scope, ...narrower }: UserFilter, sort: UserSort) {
  const order =
    sort === 'lastLoginAt' ? db`l.last_login_at, l.user_id` : db`l.last_login_at DESC, l.user_id DESC`;
  const organizationId = organizationOf(scope);
  const logins = organizationId ? db`member_logins` : db`user_logins`;
  const within = organizationId ? db`AND l.organization_id = ${organizationId}` : db``;
  const isEnough = isOpen(narrower) && !(scope && 'userId' in scope);
  return db`
    SELECT l.user_id AS key FROM ${logins} l ${isEnough ? db`` : db`JOIN users u ON u.id = l.user_id`}
     WHERE true ${within} ${isEnough ? db`` : conditions(db, { scope, ...narrower })} ORDER BY ${order}`;
}

/**
 * The matches of a common search, by email. Users found by a name mostly have it in their email too: they are adjacent,
 * perhaps far from the beginning. So this walks a little way, and otherwise sorts all of them.
 */
export async function listFoundByEmail(
  db: Db,
  filter: UserFilter,
  { sort, limit, offset }: UserSlice,
  now: Date,
): Promise<UserRow[]> {
  const order = sortedUsers(db, sort);
  const first = (found: ReturnType<Db>) => db<UserRow[]>`
    WITH page AS MATERIALIZED (SELECT u.email FROM (${found}) AS u ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})
    SELECT ${userColumns(db, now, organizationOf(filter.scope))} FROM page JOIN users u ON u.email = page.email ORDER BY ${order}`;
  const near = await first(db`
    SELECT u.email FROM (SELECT * FROM users u ORDER BY ${order} LIMIT ${aLittleWay}) AS u
     WHERE true ${conditions(db, filter)}`);
  // OFFSET 0 keeps the planner from walking anyway.
  return near.length === limit ? near : first(db`SELECT u.email ${matching(db, filter)} OFFSET 0`);
}

/** Each is an index, or one read backward; the last login has its own table. */
function sortedUsers(db: Db, sort: UserSort) {
  if (sort === 'email') return db`u.email`;
  if (sort === '-email') return db`u.email DESC`;
  if (sort === 'lastLoginAt') return db`u.last_login_at NULLS FIRST, u.id`;
  if (sort === '-lastLoginAt') return db`u.last_login_at DESC NULLS LAST, u.id DESC`;
  return sort === 'createdAt' ? db`u.created_at, u.id` : db`u.created_at DESC, u.id DESC`;
}

const isByEmail = (sort: UserSort) => sort === 'email' || sort === '-email';
const isByAge = (sort: UserSort) => sort === 'createdAt' || sort === '-createdAt';
const isByLogin = (sort: UserSort) => sort === 'lastLoginAt' || sort === '-lastLoginAt';

export function totalUsers(db: Db, filter: UserFilter): Promise<Total> {
  return totalOf(db, matching(db, filter));
}

export function isOpen(filter: Partial<UserFilter>): boolean {
  return Object.values(filter).every((value) => value === undefined || value === '');
}

export function frequencyOfSearch(db: Db, search: string): Promise<Frequency> {
  return frequencyOf(db, matching(db, { scope: undefined, search }), 'users');
}

export function estimateUsers(db: Db, filter: UserFilter): Promise<Total> {
  return estimateAbove(db, matching(db, filter));
}

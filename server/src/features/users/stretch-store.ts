import type { UserSort } from '@latchkey/contract';
import { type UserRow, userColumns } from '../../identity/accounts/user-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import { movesOf } from './fold-store.ts';
import { orderOf, partsOf } from './order-store.ts';

/** More moves than this are not added up for a reader: they wait to be folded. */
const mostMoves = 5000;

/** Whether there are more moves than a reader can add to the folded counts. */
export async function isFarBehind(db: Db): Promise<boolean> {
  return (await db`SELECT 1 FROM user_moves OFFSET ${mostMoves} LIMIT 1`).length > 0;
}

type Cut = { sort: UserSort; limit: number; offset: number };

/**
 * A page of all users, however deep: the stretch it begins in is known, and no rows before that are read. A backward
 * list is cut from its other end. The total is exact. The outer limit tells the planner how few rows there are.
 */
export async function listEverybody(
  db: Db,
  { sort, limit, offset }: Cut,
  now: Date,
): Promise<{ users: UserRow[]; total: number }> {
  const { order, descending } = orderOf(sort);
  const { rows, by, sorted, ofStretch, name, nameOfUser } = partsOf(db, order);
  const first = descending
    ? db`greatest(total - ${offset}::bigint - ${limit}::bigint, 0)`
    : db`${offset}::bigint`;
  const found = await db<(UserRow & { total: number; found: boolean })[]>`
    WITH moved AS (${movesOf(db, order, db`user_moves m LIMIT ${mostMoves}`)}),
    stretches AS (
      SELECT s.low_at, s.low_email, s.low_id, s.n + coalesce(moved.n, 0) AS n
        FROM user_stretches s LEFT JOIN moved USING (low_at, low_email, low_id) WHERE s.sort = ${order}),
    placed AS (
      SELECT *, (sum(n) OVER (ORDER BY low_at, low_email, low_id))::int - n AS before FROM stretches),
    whole AS (SELECT coalesce(sum(n), 0)::int AS total FROM stretches),
    wanted AS (SELECT ${first} AS first, greatest(least(total - ${offset}::bigint, ${limit}::bigint), 0) AS count FROM whole),
    place AS MATERIALIZED (
      SELECT s.*, wanted.count, wanted.first - s.before AS skip
        FROM placed s JOIN wanted ON s.before <= wanted.first AND wanted.first < s.before + s.n),
    page AS (
      SELECT named.name FROM place s, LATERAL (
        SELECT ${name} AS name FROM ${rows} WHERE ${by} >= ${ofStretch} ORDER BY ${sorted}
         LIMIT s.count OFFSET s.skip) AS named
       LIMIT ${limit})
    SELECT whole.total, u.id IS NOT NULL AS found, ${userColumns(db, now)}
      FROM whole LEFT JOIN (page JOIN users u ON ${nameOfUser} = page.name) ON true
     ORDER BY ${sortedUsers(db, sort)}`;
  return { users: found.filter((row) => row.found), total: found[0]?.total ?? 0 };
}

/** By the user's own columns. */
export function sortedUsers(db: Db, sort: UserSort) {
  const { order, descending } = orderOf(sort);
  if (order === 'email') return descending ? db`u.email DESC` : db`u.email`;
  if (order === 'lastLoginAt')
    return descending
      ? db`u.last_login_at DESC NULLS LAST, u.id DESC`
      : db`u.last_login_at NULLS FIRST, u.id`;
  return descending ? db`u.created_at DESC, u.id DESC` : db`u.created_at, u.id`;
}

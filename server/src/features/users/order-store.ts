import type { UserSort } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

/** An order that a list can have, forward. Each is an index. */
export type Order = 'createdAt' | 'email' | 'lastLoginAt';

export const orders: readonly Order[] = ['createdAt', 'email', 'lastLoginAt'];

export function orderOf(sort: UserSort): { order: Order; descending: boolean } {
  const descending = sort.startsWith('-');
  return { order: (descending ? sort.slice(1) : sort) as Order, descending };
}

/**
 * The parts of an order: the rows `r` that have it; what it sorts by, in these, in a move `m` and in a stretch `s`; and
 * which part of that names a user.
 */
export function partsOf(db: Db, order: Order) {
  if (order === 'email')
    return {
      rows: db`users r`,
      by: db`(r.email)`,
      sorted: db`r.email`,
      ofMove: db`(m.email)`,
      ofStretch: db`(s.low_email)`,
      low: db`'-infinity'::timestamptz AS low_at, r.email AS low_email, ${nobody}::uuid AS low_id`,
      name: db`r.email`,
      nameOfUser: db`u.email`,
    };
  const [rows, at, id, moved] =
    order === 'createdAt'
      ? [db`users r`, db`r.created_at`, db`r.id`, db`m.created_at`]
      : [db`user_logins r`, db`r.last_login_at`, db`r.user_id`, db`m.last_login_at`];
  return {
    rows,
    by: db`(${at}, ${id})`,
    sorted: db`${at}, ${id}`,
    ofMove: db`(${moved}, m.user_id)`,
    ofStretch: db`(s.low_at, s.low_id)`,
    low: db`${at} AS low_at, ''::varchar(255) AS low_email, ${id} AS low_id`,
    name: id,
    nameOfUser: db`u.id`,
  };
}

/** Lower than any id. */
export const nobody = '00000000-0000-0000-0000-000000000000';

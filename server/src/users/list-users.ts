import { type Pagination, paginate } from '@latchkey/contract';
import type { z } from 'zod';
import type { UserRow } from '../accounts/user-store.ts';
import type { Context } from '../caller/caller.ts';
import { snapshot } from '../db/snapshot.ts';
import type { Db } from '../db/sql.ts';
import { exactTo, type Total } from '../db/total-store.ts';
import {
  type Cut,
  estimateUsers,
  frequencyOfSearch,
  isOpen,
  listFew,
  listFoundByEmail,
  listMany,
  totalUsers,
  type UserFilter,
} from './list-store.ts';
import { listScope } from './policy.ts';
import { listEverybody } from './stretch-store.ts';

type Query = Omit<UserFilter, 'scope'> &
  Omit<Cut, 'offset'> & { page: number; organizationId?: string | undefined };
type Listed = { users: UserRow[]; pagination: z.infer<typeof Pagination> };

export async function listUsers({ deps, caller, origin }: Context, query: Query): Promise<Listed> {
  const { page, limit, sort, organizationId, ...wanted } = query;
  const filter = { ...wanted, scope: listScope(caller, organizationId) };
  // One row more than the page holds tells whether there is a next one; an estimate can't.
  const cut = { sort, limit: limit + 1, offset: (page - 1) * limit };
  const { users, total, ...estimate } = await snapshot(deps.sql, (tx) =>
    cutPage(tx, filter, cut, origin.now),
  );
  const pagination = { ...paginate(page, limit, total), ...estimate, hasNextPage: users.length > limit };
  return { users: users.slice(0, limit), pagination };
}

async function cutPage(
  tx: Db,
  filter: UserFilter,
  cut: Cut,
  now: Date,
): Promise<Total & { users: UserRow[] }> {
  if (isOpen(filter)) {
    const { users, total } = await listEverybody(tx, cut, now);
    return { users, total, ...(total > exactTo && { totalIsEstimate: true }) };
  }
  if (!filter.search)
    return { ...(await totalUsers(tx, filter)), users: await listMany(tx, filter, cut, now) };
  return cutSearch(tx, { ...filter, search: filter.search }, cut, now);
}

async function cutSearch(
  tx: Db,
  filter: UserFilter & { search: string },
  cut: Cut,
  now: Date,
): Promise<Total & { users: UserRow[] }> {
  const frequency = await frequencyOfSearch(tx, filter.search);
  // Other filters may leave nobody.
  const isAlone = isOpen({ ...filter, search: undefined });
  const few =
    isAlone && frequency === 'many' ? 'many' : await listFew(tx, { ...filter, frequency }, cut, now);
  if (few !== 'many') return few;
  const list = isAlone && /email/.test(cut.sort) ? listFoundByEmail : listMany;
  return { ...(await estimateUsers(tx, filter)), users: await list(tx, filter, cut, now) };
}

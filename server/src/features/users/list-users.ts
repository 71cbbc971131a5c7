import { type Pagination, paginate } from '@latchkey/contract';
import type { z } from 'zod';
import type { UserRow } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import type { LateReading } from '../../identity/deps.ts';
import type { Total } from '../../platform/db/list-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { listScope } from './policy.ts';
import {
  estimateUsers,
  frequencyOfSearch,
  isOpen,
  listFew,
  listFoundByEmail,
  listMany,
  totalUsers,
  type UserFilter,
  type UserSlice,
} from './user-list-store.ts';

type Query = Omit<UserFilter, 'scope'> &
  Omit<UserSlice, 'offset'> & { page: number; organizationId?: string | undefined };
type Listed = { users: UserRow[]; pagination: z.infer<typeof Pagination> };

export async function listUsers(
  { reads, caller, origin }: Context & LateReading,
  query: Query,
): Promise<Listed> {
  const { page, limit, sort, organizationId, ...wanted } = query;
  const filter = { ...wanted, scope: listScope(caller, organizationId) };
  // One row more than the page holds tells whether there is a next one; an estimate can't.
  const slice = { sort, limit: limit + 1, offset: (page - 1) * limit };
  const { users, total, ...estimate } = await snapshot(reads, (tx) => cutPage(tx, filter, slice, origin.now));
  const pagination = { ...paginate(page, limit, total), ...estimate, hasNextPage: users.length > limit };
  return { users: users.slice(0, limit), pagination };
}

async function cutPage(
  tx: Db,
  filter: UserFilter,
  slice: UserSlice,
  now: Date,
): Promise<Total & { users: UserRow[] }> {
  if (!filter.search)
    return { ...(await totalUsers(tx, filter)), users: await listMany(tx, filter, slice, now) };
  return cutSearch(tx, { ...filter, search: filter.search }, slice, now);
}

async function cutSearch(
  tx: Db,
  filter: UserFilter & { search: string },
  slice: UserSlice,
  now: Date,
): Promise<Total & { users: UserRow[] }> {
  const frequency = await frequencyOfSearch(tx, filter.search);
  // With other filters, even a common search may match few users.
  const isAlone = isOpen({ ...filter, search: undefined });
  const few =
    isAlone && frequency === 'many' ? 'many' : await listFew(tx, { ...filter, frequency }, slice, now);
  if (few !== 'many') return few;
  const list = isAlone && /email/.test(slice.sort) ? listFoundByEmail : listMany;
  return { ...(await estimateUsers(tx, filter)), users: await list(tx, filter, slice, now) };
}

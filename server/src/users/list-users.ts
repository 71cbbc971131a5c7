import { type Pagination, paginate } from '@latchkey/contract';
import type { z } from 'zod';
import type { UserRow } from '../accounts/user-store.ts';
import type { Context } from '../caller/caller.ts';
import { snapshot } from '../db/snapshot.ts';
import { estimateUsers, listFew, listMany, type PageOf, totalUsers, type UserFilter } from './list-store.ts';
import { listScope } from './policy.ts';

type Query = Omit<UserFilter, 'scope'> &
  Omit<PageOf, 'offset'> & { page: number; organizationId?: string | undefined };
type Listed = { users: UserRow[]; pagination: z.infer<typeof Pagination> };

export async function listUsers({ deps, caller, origin }: Context, query: Query): Promise<Listed> {
  const { now } = origin;
  const { page, limit, sort, organizationId, ...wanted } = query;
  const filter = { ...wanted, scope: listScope(caller, organizationId) };
  const offset = (page - 1) * limit;
  return snapshot(deps.sql, async (tx) => {
    const few = narrows(filter) ? await listFew(tx, filter, { sort, limit, offset }, now) : undefined;
    if (few && few !== 'many') return { users: few.users, pagination: paginate(page, limit, few.total) };
    // One more than the page shows whether there is a next one; an estimate would not know.
    const users = await listMany(tx, filter, { sort, limit: limit + 1, offset }, now);
    const { total, ...estimate } = few ? await estimateUsers(tx, filter) : await totalUsers(tx, filter);
    const pagination = { ...paginate(page, limit, total), ...estimate, hasNextPage: users.length > limit };
    return { users: users.slice(0, limit), pagination };
  });
}

/** Whether it may leave few among many. Other filters leave most, or have an index that knows. */
function narrows({ search, role, isActive }: UserFilter): boolean {
  return Boolean(search) || role !== undefined || isActive === false;
}

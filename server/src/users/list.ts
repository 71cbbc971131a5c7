import { type Pagination, paginate } from '@latchkey/contract';
import type { z } from 'zod';
import type { Caller } from '../auth/caller.ts';
import { snapshot } from '../db/snapshot.ts';
import type { Deps } from '../deps.ts';
import { estimateUsers, listFew, listMany, type PageOf, type UserFilter } from './list-store.ts';
import { listScope } from './policy.ts';
import type { UserRow } from './store.ts';

type Query = Omit<UserFilter, 'scope'> &
  Omit<PageOf, 'offset'> & { page: number; organizationId?: string | undefined };
type Listed = { users: UserRow[]; pagination: z.infer<typeof Pagination> };

export async function listUsers(deps: Deps, caller: Caller, query: Query, now: Date): Promise<Listed> {
  const { page, limit, sort, organizationId, ...wanted } = query;
  const filter = { ...wanted, scope: listScope(caller, organizationId) };
  const offset = (page - 1) * limit;
  return snapshot(deps.sql, async (tx) => {
    const few = await listFew(tx, filter, { sort, limit, offset }, now);
    if (few !== 'many') return { users: few.users, pagination: paginate(page, limit, few.total) };
    // One more than the page shows whether there is a next one; an estimate would not know.
    const users = await listMany(tx, filter, { sort, limit: limit + 1, offset }, now);
    const pagination = paginate(page, limit, await estimateUsers(tx, filter));
    return {
      users: users.slice(0, limit),
      pagination: { ...pagination, hasNextPage: users.length > limit, totalIsEstimate: true },
    };
  });
}

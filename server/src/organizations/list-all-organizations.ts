import { type OrganizationSort, type Pagination, paginate } from '@latchkey/contract';
import type { z } from 'zod';
import type { OpenContext } from '../caller/caller.ts';
import { snapshot } from '../db/snapshot.ts';
import { type ListedRow, listOrganizationRows, type OrganizationFilter } from './list-store.ts';

type Query = OrganizationFilter & { page: number; limit: number; sort: OrganizationSort };
type Listed = { organizations: ListedRow[]; pagination: z.infer<typeof Pagination> };

export async function listAllOrganizations({ deps }: OpenContext, query: Query): Promise<Listed> {
  const { page, limit, sort, ...filter } = query;
  // One row more than the page holds tells whether there is a next one; an estimate can't.
  const cut = { sort, limit: limit + 1, offset: (page - 1) * limit };
  const { rows, total, ...estimate } = await snapshot(deps.sql, (tx) =>
    listOrganizationRows(tx, filter, cut),
  );
  const pagination = { ...paginate(page, limit, total), hasNextPage: rows.length > limit, ...estimate };
  return { organizations: rows.slice(0, limit), pagination };
}

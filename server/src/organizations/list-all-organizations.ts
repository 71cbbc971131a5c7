import { type OrganizationSort, type Pagination, paginate } from '@latchkey/contract';
import type { z } from 'zod';
import { snapshot } from '../db/snapshot.ts';
import type { Deps } from '../deps.ts';
import {
  type ListedRow,
  listOrganizations,
  type OrganizationFilter,
  totalOrganizations,
} from './list-store.ts';

type Query = OrganizationFilter & { page: number; limit: number; sort: OrganizationSort };
type Listed = { organizations: ListedRow[]; pagination: z.infer<typeof Pagination> };

export async function listAllOrganizations(deps: Deps, query: Query): Promise<Listed> {
  const { page, limit, sort, ...filter } = query;
  return snapshot(deps.sql, async (tx) => {
    const { total, totalIsEstimate } = await totalOrganizations(tx, filter);
    // One more than the page shows whether there is a next one; an estimate would not know.
    const rows = await listOrganizations(tx, filter, { sort, limit: limit + 1, offset: (page - 1) * limit });
    return {
      organizations: rows.slice(0, limit),
      pagination: {
        ...paginate(page, limit, total),
        hasNextPage: rows.length > limit,
        ...(totalIsEstimate && { totalIsEstimate }),
      },
    };
  });
}

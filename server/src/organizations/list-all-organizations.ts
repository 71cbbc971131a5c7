import { type OrganizationSort, type Pagination, paginate } from '@latchkey/contract';
import type { z } from 'zod';
import type { OpenContext } from '../caller/caller.ts';
import { snapshot } from '../db/snapshot.ts';
import {
  type ListedRow,
  listOrganizationRows,
  type OrganizationFilter,
  totalOrganizations,
} from './list-store.ts';

type Query = OrganizationFilter & { page: number; limit: number; sort: OrganizationSort };
type Listed = { organizations: ListedRow[]; pagination: z.infer<typeof Pagination> };

export async function listAllOrganizations({ deps }: OpenContext, query: Query): Promise<Listed> {
  const { page, limit, sort, ...filter } = query;
  return snapshot(deps.sql, async (tx) => {
    const { total, totalIsEstimate } = await totalOrganizations(tx, filter);
    // One row more than the page holds tells whether there is a next one; an estimate can't.
    const rows = await listOrganizationRows(tx, filter, {
      sort,
      limit: limit + 1,
      offset: (page - 1) * limit,
    });
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

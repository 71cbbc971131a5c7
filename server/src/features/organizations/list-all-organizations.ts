import {
  type ListedOrganization,
  type OrganizationSort,
  type Pagination,
  paginate,
} from '@latchkey/contract';
import type { z } from 'zod';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { type ListedRow, listOrganizationRows, type OrganizationFilter } from './list-store.ts';

export function presentListed(organization: ListedRow): ListedOrganization {
  const { id, name, slug, memberCount, ownerEmail, createdAt } = organization;
  return { id, name, slug, memberCount, ownerEmail, createdAt: createdAt.toISOString() };
}

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

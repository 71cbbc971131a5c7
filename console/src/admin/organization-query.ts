import type { OrganizationSort } from '@latchkey/contract';
import { oneOf, type ValuesOf } from '../ui/list-search.ts';

export const organizationDefaults = { page: 1, search: '', sort: '-createdAt' };

const sorts: readonly OrganizationSort[] = ['createdAt', '-createdAt', 'name', '-name'];

/** What the service is asked for. */
export function organizationQuery({ page, search, sort }: ValuesOf<typeof organizationDefaults>) {
  return { page, search: search || undefined, sort: oneOf(sorts, sort) };
}

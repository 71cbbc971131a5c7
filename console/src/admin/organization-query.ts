import { organizationSorts } from '@latchkey/contract';
import { oneOf, type ValuesOf } from '../ui/list-search.ts';

export const organizationDefaults = { page: 1, search: '', sort: '-createdAt' };

/** The query for the service. */
export function organizationQuery({ page, search, sort }: ValuesOf<typeof organizationDefaults>) {
  return { page, search: search || undefined, sort: oneOf(organizationSorts, sort) };
}

/** The ids on a page, each once and in a fixed order, for a single request. Undefined: there are none. */
export function idsToAsk(ids: readonly (string | null)[], known: string | undefined): string | undefined {
  const unknown = ids.filter((id) => id !== null && id !== known);
  return unknown.length > 0 ? [...new Set(unknown)].sort().join(',') : undefined;
}

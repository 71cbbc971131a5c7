import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { type Me, useMe } from '../shell/me.ts';
import { idsToAsk } from './organization-query.ts';

export const seesOrganizations = (me: Me) => me.permissions.includes('organizations:read');

/** Organization names by id. Undefined: unknown, not loaded yet, or hidden from the reader. */
export function useOrganizationNames(ids: readonly (string | null)[]) {
  const me = useMe();
  const asked = idsToAsk(ids, me.organization?.id);
  const found = useQuery({
    ...ask('listAllOrganizations', { query: { ids: asked, limit: 100 } }),
    enabled: asked !== undefined && seesOrganizations(me),
  });
  return (id: string | null): string | undefined => {
    if (id !== null && id === me.organization?.id) return me.organization.name;
    return found.data?.organizations.find((organization) => organization.id === id)?.name;
  };
}

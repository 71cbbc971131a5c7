import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { type Me, useMe } from '../shell/me.ts';
import { idsToAsk } from './organization-query.ts';

export const seesOrganizations = (me: Me) => me.permissions.includes('organizations:read');

/** Names of organizations by id. Undefined: not known, not known yet, or none of the reader's business. */
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

import type { OrganizationKey } from '@latchkey/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { isCode } from '../client.ts';
import { useMe } from '../shell/me.ts';

/** The ids of those who created these keys and have left the organization since. */
export function useDepartedMakers(keys: readonly OrganizationKey[] | undefined): ReadonlySet<string> {
  const { organization } = useMe();
  const makers = [...new Set(keys?.flatMap(({ createdBy }) => createdBy?.id ?? []))].sort();
  const departed = useQuery({
    queryKey: ['listMembers', 'makers', makers],
    queryFn: () => departedAmong(makers, organization?.id),
    enabled: makers.length > 0,
  });
  return new Set(departed.data);
}

/** Most organizations fit on one page of members. Of a larger one, those who aren't on it are looked up. */
async function departedAmong(makers: string[], organizationId: string | undefined): Promise<string[]> {
  const { members, pagination } = await api.listMembers({ query: { limit: 100 } });
  const known = new Set(members.map(({ id }) => id));
  const others = makers.filter((id) => !known.has(id));
  if (!pagination.hasNextPage) return others;
  const found = await Promise.all(
    others.map(async (id) => ((await isMember(id, organizationId)) ? [] : [id])),
  );
  return found.flat();
}

async function isMember(id: string, organizationId: string | undefined): Promise<boolean> {
  try {
    return (await api.getUser({ params: { id } })).user.organizationId === organizationId;
  } catch (error) {
    if (isCode(error, 'NOT_FOUND')) return false;
    throw error;
  }
}

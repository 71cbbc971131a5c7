import type { OrganizationKey } from '@latchkey/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { isCode } from '../client.ts';
import { useMe } from '../shell/me.ts';

/** The ids of those who created these keys and have left the organization since. */
export function useDepartedMakers(keys: readonly OrganizationKey[] | undefined): ReadonlySet<string> {
  const { organization, permissions } = useMe();
  const makers = [...new Set(keys?.flatMap(({ createdBy }) => createdBy?.id ?? []))].sort();
  const departed = useQuery({
    queryKey: ['listMembers', 'makers', makers],
    queryFn: () =>
      departedAmong(makers, (id) =>
        permissions.includes('users:read') ? belongs(id, organization?.id) : isColleague(id),
      ),
    enabled: makers.length > 0,
  });
  return new Set(departed.data);
}

/** Most organizations fit on one page of members. Of a larger one, those who aren't on it are looked up. */
async function departedAmong(
  makers: string[],
  isMember: (id: string) => Promise<boolean>,
): Promise<string[]> {
  const { members, pagination } = await api.listMembers({ query: { limit: 100 } });
  const known = new Set(members.map(({ id }) => id));
  const others = makers.filter((id) => !known.has(id));
  if (!pagination.hasNextPage) return others;
  const found = await Promise.all(others.map(async (id) => ((await isMember(id)) ? [] : [id])));
  return found.flat();
}

/** For people who see everyone: a user shows them their default, which may be another of their organizations. */
function belongs(id: string, organizationId: string | undefined): Promise<boolean> {
  return falseIfGone(async () => {
    const { organizations } = await api.listUserOrganizations({ params: { id } });
    return organizations.some((each) => each.id === organizationId);
  });
}

/** Everyone else finds only those who belong to the organization they are in. */
function isColleague(id: string): Promise<boolean> {
  return falseIfGone(async () => Boolean((await api.getUser({ params: { id } })).user));
}

async function falseIfGone(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (isCode(error, 'NOT_FOUND')) return false;
    throw error;
  }
}

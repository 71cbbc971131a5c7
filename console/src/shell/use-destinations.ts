import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { displayName } from '../ui/display-name.ts';
import type { Me } from './me.ts';
import { entriesFor } from './navigation.tsx';
import { navigationFor } from './navigation-for.ts';

export type Destination = {
  key: string;
  label: string;
  note?: string | undefined;
  to: NonNullable<LinkProps['to']>;
  search: Record<string, string>;
};
type Group = { title: string; isOfService?: true; destinations: Destination[] };

const most = 5;

/** Where a search leads. `typed` counts at once for pages; `search`, shortly after the last key, asks the service. */
export function useDestinations(
  me: Me,
  typed: string,
  search: string,
): { groups: Group[]; isLoading: boolean } {
  const t = useT();
  const sees = navigationFor(me);
  const asks = search !== '' && typed !== '';
  const users = useQuery({
    ...ask('listUsers', { query: { search, limit: most } }),
    enabled: asks && sees.users,
    placeholderData: keepPreviousData,
  });
  const organizations = useQuery({
    ...ask('listAllOrganizations', { query: { search, limit: most } }),
    enabled: asks && sees.organizations,
    placeholderData: keepPreviousData,
  });
  const groups: Group[] = [
    { title: t('find.pages'), destinations: pagesFor(me, typed) },
    {
      title: t('find.users'),
      isOfService: true,
      destinations: (users.data?.users ?? []).map((user) => ({
        key: user.id,
        label: displayName(user),
        note: user.email,
        to: '/admin/users',
        search: { open: user.id },
      })),
    },
    {
      title: t('find.organizations'),
      isOfService: true,
      destinations: (organizations.data?.organizations ?? []).map(({ id, name, slug }) => ({
        key: id,
        label: name,
        note: slug,
        to: '/admin/organizations',
        search: { search: slug },
      })),
    },
  ];
  const isShown = ({ isOfService, destinations }: Group) => destinations.length > 0 && (asks || !isOfService);
  return { groups: groups.filter(isShown), isLoading: users.isFetching || organizations.isFetching };
}

/** A page is found by parts of its name and its section. */
function pagesFor(me: Me, typed: string): Destination[] {
  const words = typed.toLowerCase().split(/\s+/);
  return entriesFor(me)
    .flatMap(({ title, entries }) => entries.map(({ to, label }) => ({ to, label, title })))
    .filter(({ label, title = '' }) =>
      words.every((word) => `${title} ${label}`.toLowerCase().includes(word)),
    )
    .map(({ to, label, title }) => ({ key: to, label, note: title, to, search: {} }));
}

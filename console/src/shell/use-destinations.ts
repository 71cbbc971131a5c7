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
  params?: Record<string, string>;
  /** Does something instead of going somewhere. */
  act?: (() => void) | undefined;
};
type Group = { title: string; isOfService?: true; destinations: Destination[] };

const most = 5;

/** Where a search leads. `typed` counts at once for pages; `search`, shortly after the last key, asks the service. */
export function useDestinations(
  me: Me,
  actions: readonly Action[],
  { typed, search }: { typed: string; search: string },
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
    { title: t('find.recent'), destinations: typed ? [] : recentOf(me).read() },
    { title: t('find.actions'), destinations: matching(actions, typed) },
    { title: t('find.pages'), destinations: pagesFor(me, typed) },
    {
      title: t('find.users'),
      isOfService: true,
      destinations: (users.data?.users ?? []).map((user) => ({
        key: user.id,
        label: displayName(user),
        note: user.email === displayName(user) ? undefined : user.email,
        to: '/admin/users/$id',
        params: { id: user.id },
      })),
    },
    {
      title: t('find.organizations'),
      isOfService: true,
      destinations: (organizations.data?.organizations ?? []).map(({ id, name, slug }) => ({
        key: id,
        label: name,
        note: slug,
        to: '/admin/organizations/$id',
        params: { id },
      })),
    },
  ];
  const isShown = ({ isOfService, destinations }: Group) => destinations.length > 0 && (asks || !isOfService);
  return { groups: groups.filter(isShown), isLoading: users.isFetching || organizations.isFetching };
}

/** A page is found by parts of its name, its section and its other names. */
function pagesFor(me: Me, typed: string): Destination[] {
  const pages = entriesFor(me).flatMap(({ title, entries }) =>
    entries.map(({ to, label, also }) => ({ key: to, label, note: title, to, also })),
  );
  return matching(pages, typed);
}

export type Action = Destination & { also?: string | undefined };

function matching(all: readonly Action[], typed: string): Destination[] {
  const words = typed.toLowerCase().split(/\s+/);
  return all.filter(({ label, note = '', also = '' }) => {
    const names = `${note} ${label} ${also}`.toLowerCase();
    return words.every((word) => names.includes(word));
  });
}

/** Where this person went from here, in this tab, newest first. */
export function recentOf({ user }: Me) {
  const key = `latchkey-recent-${user.id}`;
  const read = (): Destination[] => JSON.parse(sessionStorage.getItem(key) ?? '[]');
  return {
    read,
    add(destination: Destination) {
      const others = read().filter(({ label }) => label !== destination.label);
      const kept = [{ ...destination, key: `recent ${destination.to} ${destination.label}` }, ...others];
      sessionStorage.setItem(key, JSON.stringify(kept.slice(0, most)));
    },
  };
}

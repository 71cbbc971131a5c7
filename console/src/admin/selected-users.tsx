import type { User } from '@latchkey/contract';
import type { Input } from '@latchkey/sdk';
import { Button, Card, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api, events, messageOf } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { dayOf } from '../ui/dates.ts';
import { downloadTable } from '../ui/download.ts';
import { ActOnUsers, type Deed } from './act-on-users.tsx';

type Query = Input<'listUsers'>['query'];

/** As many as one sitting can act on, one after the other. */
const most = 500;
const perPage = 100;

/** The users who are marked in the list, on whichever page. Another filter begins anew. */
export function useSelectedUsers(query: Query) {
  const { page: _page, sort: _sort, ...filter } = query ?? {};
  const of = JSON.stringify(filter);
  const [state, setState] = useState({ of, users: new Map<string, User>() });
  const users = state.of === of ? state.users : new Map<string, User>();
  const keep = (chosen: Iterable<User>) =>
    setState({ of, users: new Map([...chosen].map((user) => [user.id, user])) });
  const select = (rows: readonly User[], on: boolean) => {
    const others = [...users.values()].filter(({ id }) => !rows.some((row) => row.id === id));
    keep(on ? [...others, ...rows] : others);
  };
  const selectAll = async () => {
    const found: User[] = [];
    for (let page = 1; found.length < most; page++) {
      const answer = await api.listUsers({ query: { ...filter, page, limit: perPage } });
      found.push(...answer.users);
      if (page >= answer.pagination.totalPages) break;
    }
    keep(found);
  };
  const chosen = [...users.values()];
  return { users: chosen, ids: new Set(users.keys()), select, selectAll, clear: () => keep([]) };
}

type Props = { selection: ReturnType<typeof useSelectedUsers>; total: number };

/** What can be done with all of them. */
export function SelectedUsers({ selection: { users, selectAll, clear }, total }: Props) {
  const t = useT();
  const { permissions, organization, impersonating } = useMe();
  const [deed, setDeed] = useState<Deed>();
  const [loading, setLoading] = useState(false);
  const count = users.length;
  if (count === 0) return null;
  const all = async () => {
    setLoading(true);
    try {
      await selectAll();
    } catch (error) {
      events.toast(messageOf(error), 'error');
    } finally {
      setLoading(false);
    }
  };
  const invites = organization && organization.role !== 'MEMBER' && !impersonating;
  return (
    <Card component="section" aria-label={t('users.selected', { count })} py="xs">
      <Group gap="sm">
        <Text size="sm" fw={550} className="numbers" aria-live="polite">
          {t('users.selected', { count })}
        </Text>
        {total > count && total <= most && (
          <Button size="xs" variant="subtle" loading={loading} onClick={() => void all()}>
            {t('users.selected.all', { count: total })}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={clear}>
          {t('users.selected.none')}
        </Button>
        <Group gap="sm" ms="auto">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => downloadUsers(users)}
          >
            {t('users.selected.export')}
          </Button>
          {invites && (
            <Button size="xs" variant="default" onClick={() => setDeed('invite')}>
              {t('users.selected.invite', { organization: organization.name })}
            </Button>
          )}
          {permissions.includes('users:write') && (
            <Button size="xs" variant="default" onClick={() => setDeed('deactivate')}>
              {t('users.actions.deactivate')}
            </Button>
          )}
        </Group>
      </Group>
      {deed && <ActOnUsers deed={deed} users={users} onClose={() => setDeed(undefined)} />}
    </Card>
  );
}

const columns = [
  'id',
  'email',
  'username',
  'firstName',
  'lastName',
  'role',
  'isActive',
  'emailVerified',
  'twoFactorEnabled',
  'lastLoginAt',
  'createdAt',
] as const satisfies (keyof User)[];

function downloadUsers(users: readonly User[]): void {
  const rows = users.map((user) => columns.map((column) => user[column]));
  downloadTable(`users-${dayOf(new Date())}.csv`, [columns, ...rows]);
}

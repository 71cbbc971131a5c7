import type { User } from '@latchkey/contract';
import { Button, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { displayName } from '../ui/display-name.ts';
import { FilterSelect } from '../ui/filter-select.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { PersonCell, personInset } from '../ui/person-cell.tsx';
import { optionsOf, SystemRoleBadge, systemRoleNames } from '../ui/role-badge.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { selectionOf } from '../ui/selection.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { CreateUser } from './create-user.tsx';
import { seesOrganizations, useOrganizationNames } from './organization-names.ts';
import { OrganizationSelect } from './organization-select.tsx';
import { SelectedUsers, useSelectedUsers } from './selected-users.tsx';
import { UserBadges } from './user-badges.tsx';
import { userDefaults, userQuery } from './user-query.ts';

const ImportUsersDialog = lazy(() => import('./import-users.tsx'));

const statesIn = (t: Texts) => [
  { value: 'true', label: t('users.badges.active') },
  { value: 'false', label: t('users.badges.deactivated') },
];

export function UsersPage() {
  const t = useT();
  const me = useMe();
  const list = useList(userDefaults);
  const { search, organizationId, role, isActive, open } = list.values;
  const query = userQuery(list.values);
  const selection = useSelectedUsers(query);
  const users = useQuery({
    ...ask('listUsers', { query }),
    placeholderData: keepPreviousData,
  });
  // People who see only one organization don't need its name.
  const several = me.permissions.includes('users:read') && seesOrganizations(me);
  const navigate = useNavigate();
  const creates =
    !me.impersonating && ['users:write', 'users:read'].every((each) => me.permissions.includes(each));
  const columns = useColumns(users.data?.users ?? [], several);
  // Where the user was shown beside the list before.
  if (open) return <Navigate to="/admin/users/$id" params={{ id: open }} replace />;
  return (
    <Page title={t('users.title')} description={t('users.description')} actions={creates && <NewUsers />}>
      <SelectedUsers selection={selection} total={users.data?.pagination.total ?? 0} />
      <List
        label={t('users.title')}
        mark={selectionOf({
          rows: users.data?.users ?? [],
          selected: selection.ids,
          name: displayName,
          onSelect: selection.select,
        })}
        state={list}
        query={users}
        rows={users.data?.users}
        paging={users.data?.pagination}
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/admin/users/$id', params: { id } })}
        empty={{ icon: IconUsers, title: t('users.empty') }}
        filters={
          <>
            <SearchInput
              label={t('users.filters.search')}
              value={search}
              onChange={(text) => list.set({ search: text }, { replace: true })}
            />
            {several && (
              <OrganizationSelect
                value={organizationId}
                options={[{ value: '', label: t('users.filters.anyOrganization') }]}
                onChange={(value) => list.set({ organizationId: value })}
              />
            )}
            <FilterSelect
              label={t('users.filters.role')}
              any={t('users.filters.anyRole')}
              options={optionsOf(systemRoleNames)}
              value={role}
              onChange={(value) => list.set({ role: value })}
            />
            <FilterSelect
              label={t('users.filters.status')}
              any={t('users.filters.anyStatus')}
              options={statesIn(t)}
              value={isActive}
              onChange={(value) => list.set({ isActive: value })}
            />
          </>
        }
      />
    </Page>
  );
}

function NewUsers() {
  const t = useT();
  const [importing, setImporting] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <Button variant="default" onClick={() => setImporting('open')}>
        {t('users.import')}
      </Button>
      <CreateUser />
      {importing !== 'never' && (
        <Suspense>
          <ImportUsersDialog opened={importing === 'open'} onClose={() => setImporting('closed')} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(users: User[], several: boolean): Column<User>[] {
  const t = useT();
  const nameOf = useOrganizationNames(several ? users.map((user) => user.organizationId) : []);
  const organization: Column<User> = {
    header: t('users.columns.organization'),
    cell: (user) => {
      const name = nameOf(user.organizationId);
      return (
        name && (
          <Text inherit truncate maw={{ base: 110, xl: 180 }} title={name} dir="auto">
            {name}
          </Text>
        )
      );
    },
    from: 'md',
    phone: true,
  };
  return [
    {
      header: t('users.columns.user'),
      inset: personInset,
      shrinks: true,
      sort: 'email',
      cell: (user) => <PersonCell person={user} userId={user.id} />,
    },
    { header: t('users.columns.role'), cell: (user) => <SystemRoleBadge role={user.role} />, phone: true },
    ...(several ? [organization] : []),
    { header: t('users.columns.status'), cell: (user) => <UserBadges user={user} inRow />, phone: true },
    {
      header: t('users.columns.lastSignIn'),
      sort: '-lastLoginAt',
      cell: (user) => <When at={user.lastLoginAt} />,
      from: 'lg',
    },
    {
      header: t('users.columns.created'),
      sort: '-createdAt',
      cell: (user) => <When at={user.createdAt} />,
      from: 'lg',
    },
  ];
}

import type { User } from '@latchkey/contract';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { FilterSelect } from '../ui/filter-select.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { PersonCell, personInset } from '../ui/person-cell.tsx';
import { optionsOf, SystemRoleBadge, systemRoleNames } from '../ui/role-badge.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { seesOrganizations, useOrganizationNames } from './organization-names.ts';
import { OrganizationSelect } from './organization-select.tsx';
import { UserBadges } from './user-badges.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { userDefaults, userQuery } from './user-query.ts';

const states = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Deactivated' },
];

export function UsersPage() {
  const me = useMe();
  const list = useList(userDefaults);
  const { search, organizationId, role, isActive, open } = list.values;
  const users = useQuery({
    ...ask('listUsers', { query: userQuery(list.values) }),
    placeholderData: keepPreviousData,
  });
  // People who see only one organization don't need its name.
  const several = me.permissions.includes('users:read') && seesOrganizations(me);
  const onOpen = (user: User) => list.set({ open: user.id });
  const columns = useColumns(users.data?.users ?? [], several, onOpen);
  return (
    <Page title="Users" description="All the accounts you can see.">
      <List
        label="Users"
        state={list}
        query={users}
        rows={users.data?.users}
        paging={users.data?.pagination}
        columns={columns}
        onOpen={onOpen}
        empty={{ icon: IconUsers, title: 'No users yet' }}
        filters={
          <>
            <SearchInput
              label="Search name, email or username"
              value={search}
              onChange={(text) => list.set({ search: text }, { replace: true })}
            />
            {several && (
              <OrganizationSelect
                value={organizationId}
                options={[{ value: '', label: 'Any organization' }]}
                onChange={(value) => list.set({ organizationId: value })}
              />
            )}
            <FilterSelect
              label="Role"
              any="Any role"
              options={optionsOf(systemRoleNames)}
              value={role}
              onChange={(value) => list.set({ role: value })}
            />
            <FilterSelect
              label="Status"
              any="Any status"
              options={states}
              value={isActive}
              onChange={(value) => list.set({ isActive: value })}
            />
          </>
        }
      />
      <UserDrawer id={open || undefined} onClose={() => list.set({ open: '' })} />
    </Page>
  );
}

function useColumns(users: User[], several: boolean, onOpen: (user: User) => void): Column<User>[] {
  const nameOf = useOrganizationNames(several ? users.map((user) => user.organizationId) : []);
  const organization: Column<User> = {
    header: 'Organization',
    cell: (user) => nameOf(user.organizationId),
    from: 'md',
    phone: true,
  };
  return [
    {
      header: 'User',
      inset: personInset,
      sort: 'email',
      cell: (user) => <PersonCell person={user} onOpen={() => onOpen(user)} />,
    },
    { header: 'Role', cell: (user) => <SystemRoleBadge role={user.role} />, phone: true },
    ...(several ? [organization] : []),
    { header: 'Status', cell: (user) => <UserBadges user={user} />, phone: true },
    {
      header: 'Last sign-in',
      sort: '-lastLoginAt',
      cell: (user) => <When at={user.lastLoginAt} />,
      from: 'lg',
    },
    { header: 'Created', sort: '-createdAt', cell: (user) => <When at={user.createdAt} />, from: 'lg' },
  ];
}

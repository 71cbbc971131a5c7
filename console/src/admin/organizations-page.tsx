import type { ListedOrganization } from '@latchkey/contract';
import { Menu, Stack, Text } from '@mantine/core';
import { IconBuilding, IconHistory, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ask } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { navigationFor } from '../shell/navigation-for.ts';
import { AnchorLink } from '../ui/link.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { RowMenu } from '../ui/row-controls.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { countOf } from '../ui/words.ts';
import { organizationDefaults, organizationQuery } from './organization-query.ts';

/** Everything else about an organization is a list filtered by it. */
const within = ({ id }: ListedOrganization) => ({ organizationId: id }) as never;

const columns: Column<ListedOrganization>[] = [
  {
    header: 'Organization',
    sort: 'name',
    cell: (organization) => (
      <Stack gap={0} miw={0} align="flex-start">
        <AnchorLink
          to="/admin/users"
          search={within(organization)}
          size="sm"
          fw={550}
          c="inherit"
          truncate
          maw="100%"
        >
          {organization.name}
        </AnchorLink>
        <Text size="sm" c="dimmed" truncate maw="100%">
          {organization.slug}
        </Text>
      </Stack>
    ),
  },
  {
    header: 'Members',
    cell: ({ memberCount }) => memberCount.toLocaleString(),
    phone: ({ memberCount }) => countOf(memberCount, 'member'),
    className: 'numbers',
  },
  { header: 'Owner', cell: ({ ownerEmail }) => ownerEmail, phone: true },
  { header: 'Created', sort: '-createdAt', cell: ({ createdAt }) => <When at={createdAt} />, from: 'md' },
];

export function OrganizationsPage() {
  const sees = navigationFor(useMe());
  const navigate = useNavigate();
  const list = useList(organizationDefaults);
  const organizations = useQuery({
    ...ask('listAllOrganizations', { query: organizationQuery(list.values) }),
    placeholderData: keepPreviousData,
  });
  const open = (to: '/admin/users' | '/admin/audit-logs', organization: ListedOrganization) =>
    void navigate({ to, search: within(organization) });
  return (
    <Page title="Organizations" description="Every organization on this service. Open one to see its users.">
      <List
        label="Organizations"
        state={list}
        query={organizations}
        rows={organizations.data?.organizations}
        paging={organizations.data?.pagination}
        columns={columns}
        onOpen={(organization) => open('/admin/users', organization)}
        actions={(organization) => (
          <RowMenu name={organization.name}>
            {sees.users && (
              <Menu.Item
                leftSection={<IconUsers size={16} />}
                onClick={() => open('/admin/users', organization)}
              >
                See its users
              </Menu.Item>
            )}
            {sees.audit && (
              <Menu.Item
                leftSection={<IconHistory size={16} />}
                onClick={() => open('/admin/audit-logs', organization)}
              >
                See its audit log
              </Menu.Item>
            )}
          </RowMenu>
        )}
        empty={{
          icon: IconBuilding,
          title: 'No organizations yet',
          text: 'People create one when they sign up.',
        }}
        filters={
          <SearchInput
            label="Search name or slug"
            value={list.values.search}
            onChange={(text) => list.set({ search: text }, { replace: true })}
          />
        }
      />
    </Page>
  );
}

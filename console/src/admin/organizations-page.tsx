import type { ListedOrganization } from '@latchkey/contract';
import { Menu, Stack, Text } from '@mantine/core';
import { IconBuilding, IconHistory, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
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
import { organizationDefaults, organizationQuery } from './organization-query.ts';

/** Everything else about an organization is a list filtered by it. */
const within = ({ id }: ListedOrganization) => ({ organizationId: id }) as never;

const columnsOf = (t: Texts): Column<ListedOrganization>[] => [
  {
    header: t('organizations.columns.organization'),
    sort: 'name',
    cell: (organization) => (
      <Stack gap={0} miw={0} align="flex-start">
        <AnchorLink
          to="/admin/organizations/$id"
          params={{ id: organization.id }}
          size="sm"
          fw={550}
          c="inherit"
          truncate
          dir="auto"
          maw="100%"
        >
          {organization.name}
        </AnchorLink>
        <Text size="sm" c="dimmed" truncate dir="auto" maw="100%">
          {organization.slug}
        </Text>
      </Stack>
    ),
  },
  {
    header: t('organizations.columns.members'),
    cell: ({ memberCount }) => memberCount.toLocaleString(t.locale),
    phone: ({ memberCount }) => t('organizations.memberCount', { count: memberCount }),
    className: 'numbers',
  },
  { header: t('organizations.columns.owner'), cell: ({ ownerEmail }) => ownerEmail, phone: true },
  {
    header: t('organizations.columns.created'),
    sort: '-createdAt',
    cell: ({ createdAt }) => <When at={createdAt} />,
    from: 'md',
  },
];

export function OrganizationsPage() {
  const t = useT();
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
    <Page title={t('organizations.title')} description={t('organizations.description')}>
      <List
        label={t('organizations.title')}
        state={list}
        query={organizations}
        rows={organizations.data?.organizations}
        paging={organizations.data?.pagination}
        columns={columnsOf(t)}
        onOpen={({ id }) => void navigate({ to: '/admin/organizations/$id', params: { id } })}
        actions={(organization) => (
          <RowMenu name={organization.name}>
            {sees.users && (
              <Menu.Item
                leftSection={<IconUsers size={16} />}
                onClick={() => open('/admin/users', organization)}
              >
                {t('organizations.actions.users')}
              </Menu.Item>
            )}
            {sees.audit && (
              <Menu.Item
                leftSection={<IconHistory size={16} />}
                onClick={() => open('/admin/audit-logs', organization)}
              >
                {t('organizations.actions.audit')}
              </Menu.Item>
            )}
          </RowMenu>
        )}
        empty={{
          icon: IconBuilding,
          title: t('organizations.empty.title'),
          text: t('organizations.empty.text'),
        }}
        filters={
          <SearchInput
            label={t('organizations.filters.search')}
            value={list.values.search}
            onChange={(text) => list.set({ search: text }, { replace: true })}
          />
        }
      />
    </Page>
  );
}

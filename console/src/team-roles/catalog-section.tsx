import type { CatalogPermission, TeamRole } from '@latchkey/contract';
import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { IconLockAccess, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { RowMenu } from '../ui/row-controls.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { AddPermissionDialog, DescribePermissionDialog, RemovePermissionDialog } from './catalog-dialogs.tsx';
import { TeamRoleBadge } from './team-role-badge.tsx';

type Row = CatalogPermission & { id: string; templates: TeamRole[] };

const columnsOf = (t: Texts): Column<Row>[] => [
  {
    header: t('teamRoles.catalog.columns.permission'),
    cell: ({ name, description }) => (
      <Stack gap={2} miw={0}>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Text>
        {description && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{description}</bdi>
          </Text>
        )}
      </Stack>
    ),
  },
  {
    header: t('teamRoles.catalog.columns.templates'),
    cell: ({ templates }) =>
      templates.length === 0 ? null : (
        <Group gap={6}>
          {templates.map(({ id, name }) => (
            <TeamRoleBadge key={id} name={name} />
          ))}
        </Group>
      ),
    phone: true,
  },
];

/** With more than these, a search is of use. */
const fewEnough = 10;

/** Those that someone looks for. All of them are there, so the service isn't asked. */
function useSearched(rows: Row[] | undefined) {
  const t = useT();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const isWanted = (each: Row) => `${each.name} ${each.description}`.toLowerCase().includes(wanted);
  const shown = rows?.filter(isWanted);
  if (!rows || !shown || rows.length <= fewEnough) return { shown: rows, searching: {} };
  const total = shown.length;
  const searching = {
    filters: <SearchInput label={t('teamRoles.catalog.search')} value={search} onChange={setSearch} />,
    paging: { page: 1, limit: total, total, totalPages: 1 },
    state: {
      values: { page: 1 },
      set: () => undefined,
      filtered: wanted !== '',
      clearFilters: () => setSearch(''),
    },
  };
  return { shown, searching };
}

/** The permissions of the operator's own application. */
export function CatalogSection({ templates, mayChange }: { templates: TeamRole[]; mayChange: boolean }) {
  const t = useT();
  const found = useQuery(ask('getTeamPermissions'));
  const [adding, setAdding] = useState(false);
  const rows = found.data?.permissions.map((each) => ({
    ...each,
    id: each.name,
    templates: templates.filter(({ permissions }) => permissions.includes(each.name)),
  }));
  const { shown, searching } = useSearched(rows);
  const add = mayChange && (
    <Button variant="default" onClick={() => setAdding(true)}>
      {t('teamRoles.catalog.add')}
    </Button>
  );
  return (
    <Stack component="section" aria-labelledby="catalog" gap="md">
      <Group justify="space-between" align="flex-end">
        <Stack gap={4} flex={1} miw={260}>
          <Title order={2} id="catalog">
            {t('teamRoles.catalog')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('teamRoles.catalog.about')}
          </Text>
        </Stack>
        {rows && rows.length > 0 && add}
      </Group>
      <List
        label={t('teamRoles.catalog')}
        query={found}
        rows={shown}
        columns={columnsOf(t)}
        expect={3}
        {...searching}
        {...(mayChange && { actions: (row: Row) => <PermissionActions row={row} /> })}
        empty={{
          icon: IconLockAccess,
          title: t('teamRoles.catalog.empty'),
          text: t.rich('teamRoles.catalog.empty.text', { example: <bdi>orders:refund</bdi> }),
          action: add,
        }}
      />
      <AddPermissionDialog opened={adding} onClose={() => setAdding(false)} />
    </Stack>
  );
}

function PermissionActions({ row }: { row: Row }) {
  const t = useT();
  const [open, setOpen] = useState<'describe' | 'remove' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <RowMenu name={row.name}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('describe')}>
          {t('teamRoles.catalog.actions.describe')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('remove')}>
          {t('teamRoles.catalog.actions.remove')}
        </Menu.Item>
      </RowMenu>
      <DescribePermissionDialog opened={open === 'describe'} permission={row} onClose={close} />
      <RemovePermissionDialog
        opened={open === 'remove'}
        permission={row}
        templates={row.templates}
        onClose={close}
      />
    </>
  );
}

import type { SystemRole } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import {
  Avatar,
  Badge,
  Box,
  Button,
  Card,
  Group,
  Select,
  Stack,
  Table,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { displayName } from '../shell/me.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { elastic, ListFooter, RowsSkeleton, SearchInput } from '../ui/list-parts.tsx';
import { Page } from '../ui/page.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { SortHeader } from './sort-header.tsx';
import { UserBadges } from './user-badges.tsx';
import { UserDrawer } from './user-drawer.tsx';

const defaults = { page: 1, search: '', role: '', isActive: '', sort: '-createdAt', user: '' };

type Sort = 'createdAt' | '-createdAt' | 'email' | '-email' | 'lastLoginAt' | '-lastLoginAt';

export function UsersPage() {
  const list = useList(defaults);
  const { page, search, role, isActive, sort, user } = list.values;
  const users = useQuery({
    ...ask('listUsers', {
      query: {
        page,
        search: search || undefined,
        role: (role || undefined) as SystemRole | undefined,
        isActive: (isActive || undefined) as 'true' | 'false' | undefined,
        sort: sort as Sort,
      },
    }),
    placeholderData: keepPreviousData,
  });
  const open = (id: string) => list.set({ user: id, page });
  return (
    <Page title="Users" description="Everybody who has an account, as far as you may see them.">
      <Group gap="sm">
        <SearchInput
          label="Search name, email or username"
          value={search}
          onChange={(text) => list.set({ search: text }, { replace: true })}
        />
        <Select
          aria-label="Role"
          placeholder="Any role"
          clearable
          w={{ base: 'calc(50% - 6px)', sm: 150 }}
          data={['USER', 'MODERATOR', 'ADMIN']}
          value={role || null}
          onChange={(value) => list.set({ role: value ?? '' })}
        />
        <Select
          aria-label="State"
          placeholder="Any state"
          clearable
          w={{ base: 'calc(50% - 6px)', sm: 150 }}
          data={[
            { value: 'true', label: 'Active' },
            { value: 'false', label: 'Deactivated' },
          ]}
          value={isActive || null}
          onChange={(value) => list.set({ isActive: value ?? '' })}
        />
      </Group>
      <Card p={0}>
        {users.isPending && <RowsSkeleton />}
        <ErrorNote error={users.error} onRetry={() => void users.refetch()} />
        {users.data?.users.length === 0 && (
          <EmptyState
            icon={<IconUsers size={24} />}
            title="Nobody matches"
            action={
              list.filtered && (
                <Button variant="default" onClick={list.reset}>
                  Clear filters
                </Button>
              )
            }
          >
            Try a part of the name, or fewer filters.
          </EmptyState>
        )}
        {users.data && users.data.users.length > 0 && (
          <UsersTable
            users={users.data.users}
            sort={sort}
            onSort={(next) => list.set({ sort: next })}
            onOpen={open}
          />
        )}
      </Card>
      <ListFooter paging={users.data?.pagination} onPage={(next) => list.set({ page: next })} />
      <UserDrawer id={user || undefined} onClose={() => list.set({ user: '', page })} />
    </Page>
  );
}

type Row = Output<'listUsers'>['users'][number];
type TableProps = {
  users: Row[];
  sort: string;
  onSort: (sort: string) => void;
  onOpen: (id: string) => void;
};

function UsersTable({ users, sort, onSort, onOpen }: TableProps) {
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <SortHeader label="User" field="email" sort={sort} onSort={onSort} />
            <Table.Th visibleFrom="sm">State</Table.Th>
            <SortHeader
              label="Last signed in"
              field="lastLoginAt"
              sort={sort}
              onSort={onSort}
              visibleFrom="md"
            />
            <SortHeader label="Created" field="createdAt" sort={sort} onSort={onSort} visibleFrom="lg" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {users.map((user) => (
            <Table.Tr key={user.id} onClick={() => onOpen(user.id)} style={{ cursor: 'pointer' }}>
              <Table.Td {...elastic}>
                <Group gap="sm" wrap="nowrap">
                  <Avatar name={displayName(user)} color="initials" size={34} aria-hidden />
                  <Stack gap={0} miw={0}>
                    <Group gap={6}>
                      <UnstyledButton
                        onClick={(event) => {
                          event.stopPropagation();
                          onOpen(user.id);
                        }}
                      >
                        <Text size="sm" fw={550}>
                          {displayName(user)}
                        </Text>
                      </UnstyledButton>
                      {user.role !== 'USER' && (
                        <Badge color={user.role === 'ADMIN' ? 'violet' : 'blue'}>{user.role}</Badge>
                      )}
                    </Group>
                    <Text size="sm" c="dimmed" truncate>
                      {user.email}
                    </Text>
                    <Box hiddenFrom="sm">
                      <UserBadges user={user} noteworthy />
                    </Box>
                  </Stack>
                </Group>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <UserBadges user={user} />
              </Table.Td>
              <Table.Td visibleFrom="md">
                <When at={user.lastLoginAt} />
              </Table.Td>
              <Table.Td visibleFrom="lg">
                <When at={user.createdAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

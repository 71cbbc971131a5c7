import type { Role } from '@latchkey/contract';
import { Badge, Button, Group, Menu, Stack, Text } from '@mantine/core';
import {
  IconCornerDownRight,
  IconLock,
  IconPencil,
  IconPlus,
  IconSitemap,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { RowMenu } from '../ui/row-controls.tsx';
import { countOf } from '../ui/words.ts';
import { RoleDialog } from './role-dialog.tsx';
import { inheritedOnly, type PlacedRole, treeOf } from './role-tree.ts';

const columns: Column<PlacedRole>[] = [
  { header: 'Role', cell: (role) => <RoleName role={role} /> },
  { header: 'Permissions', cell: (role) => <Permissions role={role} />, phone: true },
  {
    header: 'Users',
    cell: ({ userCount }) => userCount.toLocaleString(),
    phone: ({ userCount }) => countOf(userCount, 'user'),
    className: 'numbers',
  },
];

export function RolesPage() {
  const { permissions } = useMe();
  const roles = useQuery(ask('listRoles'));
  const [creating, setCreating] = useState(false);
  const known = roles.data?.roles ?? [];
  const writes = permissions.includes('roles:write');
  return (
    <Page
      title="Roles"
      description="A role grants the permissions it lists, plus those it inherits from the role above it (outlined)."
      actions={writes && <Button onClick={() => setCreating(true)}>New role</Button>}
    >
      <List
        label="Roles"
        query={roles}
        rows={roles.data && treeOf(roles.data.roles)}
        columns={columns}
        expect={4}
        empty={{ icon: IconSitemap, title: 'No roles yet' }}
        {...(writes && { actions: (role: PlacedRole) => <RoleActions role={role} roles={known} /> })}
      />
      <RoleDialog opened={creating} roles={known} onClose={() => setCreating(false)} />
    </Page>
  );
}

function RoleName({ role }: { role: PlacedRole }) {
  return (
    <Stack gap={2} pl={{ base: Math.min(role.depth, 3) * 10, sm: role.depth * 24 }} miw={{ sm: 300 }}>
      <Group gap="xs">
        {role.depth > 0 && <IconCornerDownRight size={16} aria-hidden />}
        <Text size="sm" fw={550}>
          {role.name}
        </Text>
        {role.isSystem && (
          <Badge color="gray" leftSection={<IconLock size={12} />}>
            System
          </Badge>
        )}
      </Group>
      {role.description && (
        <Text size="sm" c="dimmed">
          {role.description}
        </Text>
      )}
    </Stack>
  );
}

function Permissions({ role }: { role: Role }) {
  const inherited = inheritedOnly(role);
  if (role.permissions.length + inherited.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No permissions
      </Text>
    );
  return (
    <Group gap={6}>
      {role.permissions.map((permission) => (
        <Badge key={permission} color="blue">
          {permission}
        </Badge>
      ))}
      {inherited.map((permission) => (
        <Badge key={permission} color="gray" variant="outline" c="dimmed" title="Inherited">
          {permission}
        </Badge>
      ))}
    </Group>
  );
}

function RoleActions({ role, roles }: { role: Role; roles: Role[] }) {
  const [open, setOpen] = useState<'child' | 'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <RowMenu name={role.name}>
        <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setOpen('child')}>
          New role that inherits from this one
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
          Edit
        </Menu.Item>
        {!role.isSystem && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('delete')}>
            Delete
          </Menu.Item>
        )}
      </RowMenu>
      <RoleDialog opened={open === 'child'} roles={roles} parentId={role.id} onClose={close} />
      <RoleDialog opened={open === 'edit'} roles={roles} role={role} onClose={close} />
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title={`Delete ${role.name}?`}
        confirmLabel="Delete role"
        act="deleteRole"
        input={{ params: { id: role.id } }}
        invalidates={['listRoles']}
        success="Role deleted."
      >
        You can delete a role only when no one holds it and no other role inherits from it.
      </ConfirmDialog>
    </>
  );
}

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
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { RowMenu } from '../ui/row-controls.tsx';
import { describeRole } from './role-description.ts';
import { RoleDialog } from './role-dialog.tsx';
import { inheritedOnly, type PlacedRole, treeOf } from './role-tree.ts';

const columnsOf = (t: Texts): Column<PlacedRole>[] => [
  { header: t('roles.columns.role'), cell: (role) => <RoleName role={role} /> },
  { header: t('roles.columns.permissions'), cell: (role) => <Permissions role={role} />, phone: true },
  {
    header: t('roles.columns.users'),
    cell: ({ userCount }) => userCount.toLocaleString(t.locale),
    phone: ({ userCount }) => t('roles.userCount', { count: userCount }),
    className: 'numbers',
  },
];

export function RolesPage() {
  const t = useT();
  const { permissions } = useMe();
  const roles = useQuery(ask('listRoles'));
  const [creating, setCreating] = useState(false);
  const known = roles.data?.roles ?? [];
  const writes = permissions.includes('roles:write');
  return (
    <Page
      title={t('roles.title')}
      description={t('roles.description')}
      actions={writes && <Button onClick={() => setCreating(true)}>{t('roles.new')}</Button>}
    >
      <List
        label={t('roles.title')}
        query={roles}
        rows={roles.data && treeOf(roles.data.roles)}
        columns={columnsOf(t)}
        expect={4}
        empty={{ icon: IconSitemap, title: t('roles.empty') }}
        {...(writes && { actions: (role: PlacedRole) => <RoleActions role={role} roles={known} /> })}
      />
      <RoleDialog opened={creating} roles={known} onClose={() => setCreating(false)} />
    </Page>
  );
}

function RoleName({ role }: { role: PlacedRole }) {
  const t = useT();
  const description = describeRole(role);
  return (
    <Stack gap={2} ps={{ base: Math.min(role.depth, 3) * 10, sm: role.depth * 24 }} miw={{ sm: 300 }}>
      <Group gap="xs">
        {role.depth > 0 && <IconCornerDownRight size={16} aria-hidden className="points" />}
        <Text size="sm" fw={550}>
          {role.name}
        </Text>
        {role.isSystem && (
          <Badge color="gray" leftSection={<IconLock size={12} />}>
            {t('roles.system')}
          </Badge>
        )}
      </Group>
      {description && (
        <Text size="sm" c="dimmed">
          <bdi>{description}</bdi>
        </Text>
      )}
    </Stack>
  );
}

function Permissions({ role }: { role: Role }) {
  const t = useT();
  const inherited = inheritedOnly(role);
  if (role.permissions.length + inherited.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('roles.noPermissions')}
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
        <Badge
          key={permission}
          variant="outline"
          c="dimmed"
          bd="1px solid var(--mantine-color-default-border)"
          title={t('roles.inherited')}
        >
          {permission}
        </Badge>
      ))}
    </Group>
  );
}

function RoleActions({ role, roles }: { role: Role; roles: Role[] }) {
  const t = useT();
  const [open, setOpen] = useState<'child' | 'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <RowMenu name={role.name}>
        <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setOpen('child')}>
          {t('roles.actions.child')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
          {t('roles.actions.edit')}
        </Menu.Item>
        {!role.isSystem && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('delete')}>
            {t('roles.actions.delete')}
          </Menu.Item>
        )}
      </RowMenu>
      <RoleDialog opened={open === 'child'} roles={roles} parentId={role.id} onClose={close} />
      <RoleDialog opened={open === 'edit'} roles={roles} role={role} onClose={close} />
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title={t('roles.delete.title', { name: role.name })}
        confirmLabel={t('roles.delete.confirm')}
        act="deleteRole"
        input={{ params: { id: role.id } }}
        invalidates={['listRoles']}
        success={t('roles.delete.done')}
      >
        {t('roles.delete.text')}
      </ConfirmDialog>
    </>
  );
}

import type { Role } from '@latchkey/contract';
import { ActionIcon, Badge, Button, Card, Group, Menu, Stack, Text } from '@mantine/core';
import {
  IconCornerDownRight,
  IconDots,
  IconLock,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { RowsSkeleton } from '../ui/list-parts.tsx';
import { Page } from '../ui/page.tsx';
import { RoleDialog } from './role-dialog.tsx';

type Editing = { role?: Role; parentId?: string };
type Placed = { role: Role; depth: number };

/** Roots first, each followed by what inherits from it. */
function treeOf(roles: Role[], parentId: string | null = null, depth = 0): Placed[] {
  return roles
    .filter((role) => role.parentId === parentId)
    .flatMap((role) => [{ role, depth }, ...treeOf(roles, role.id, depth + 1)]);
}

export function RolesPage() {
  const { permissions } = useMe();
  const roles = useQuery(ask('listRoles'));
  const [editing, setEditing] = useState<Editing>();
  const [deleting, setDeleting] = useState<Role>();
  const writes = permissions.includes('roles:write');
  return (
    <Page
      title="Roles"
      description="A role permits what it lists and, outlined, what it inherits from the role above it."
      actions={writes && <Button onClick={() => setEditing({})}>New role</Button>}
    >
      {roles.isPending && <RowsSkeleton rows={4} height={84} />}
      <ErrorNote error={roles.error} onRetry={() => void roles.refetch()} />
      <Stack gap="sm" component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {treeOf(roles.data?.roles ?? []).map(({ role, depth }) => (
          <RoleCard
            key={role.id}
            role={role}
            depth={depth}
            writes={writes}
            onEdit={() => setEditing({ role })}
            onAdd={() => setEditing({ parentId: role.id })}
            onDelete={() => setDeleting(role)}
          />
        ))}
      </Stack>
      <RoleDialog editing={editing} roles={roles.data?.roles ?? []} onClose={() => setEditing(undefined)} />
      <DeleteDialog role={deleting} onClose={() => setDeleting(undefined)} />
    </Page>
  );
}

type CardProps = {
  role: Role;
  depth: number;
  writes: boolean;
  onEdit: () => void;
  onAdd: () => void;
  onDelete: () => void;
};

function RoleCard({ role, depth, writes, onEdit, onAdd, onDelete }: CardProps) {
  const users = role.userCount === 1 ? '1 user' : `${role.userCount.toLocaleString()} users`;
  return (
    <Card component="li" padding="md" ml={{ base: Math.min(depth, 3) * 12, sm: depth * 28 }}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={6} miw={0}>
          <Group gap="xs">
            {depth > 0 && <IconCornerDownRight size={16} aria-hidden />}
            <Text fw={600}>{role.name}</Text>
            {role.isSystem && (
              <Badge color="gray" leftSection={<IconLock size={12} />}>
                System
              </Badge>
            )}
            <Text size="sm" c="dimmed" className="numbers">
              {users}
            </Text>
          </Group>
          {role.description && (
            <Text size="sm" c="dimmed">
              {role.description}
            </Text>
          )}
          <Group gap={6}>
            {role.permissions.map((permission) => (
              <Badge key={permission} color="blue">
                {permission}
              </Badge>
            ))}
            {role.inheritedPermissions
              .filter((permission) => !role.permissions.includes(permission))
              .map((permission) => (
                <Badge key={permission} color="gray" variant="outline" c="dimmed" title="Inherited">
                  {permission}
                </Badge>
              ))}
            {role.permissions.length + role.inheritedPermissions.length === 0 && (
              <Text size="sm" c="dimmed">
                No permissions
              </Text>
            )}
          </Group>
        </Stack>
        {writes && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${role.name}`}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPlus size={16} />} onClick={onAdd}>
                New role that inherits from it
              </Menu.Item>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
                Edit
              </Menu.Item>
              {!role.isSystem && (
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
                  Delete
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </Card>
  );
}

function DeleteDialog({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const remove = useAct('deleteRole', {
    invalidates: ['listRoles'],
    success: 'The role is deleted.',
    quiet: true,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened={role !== undefined}
      title={`Delete ${role?.name}?`}
      confirmLabel="Delete role"
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => role && remove.mutate({ params: { id: role.id } })}
      onClose={() => {
        remove.reset();
        onClose();
      }}
    >
      Only a role that nobody holds and no other role inherits from can be deleted.
    </ConfirmDialog>
  );
}

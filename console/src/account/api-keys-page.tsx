import type { ApiKey } from '@latchkey/contract';
import {
  ActionIcon,
  Badge,
  Button,
  Card,
  Code,
  Group,
  Menu,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { IconDots, IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { RowsSkeleton } from '../ui/list-parts.tsx';
import { Page } from '../ui/page.tsx';
import { formatDay, When } from '../ui/when.tsx';
import { CreateKeyDialog, EditKeyDialog } from './key-dialogs.tsx';

export function ApiKeysPage() {
  const { impersonating } = useMe();
  const keys = useQuery(ask('listKeys'));
  const [creating, setCreating] = useState(false);
  const [editing, setEditing] = useState<ApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const full = keys.data !== undefined && keys.data.count >= keys.data.limit;
  const create = (
    <Button onClick={() => setCreating(true)} disabled={full || impersonating !== null}>
      Create key
    </Button>
  );
  return (
    <Page
      title="API keys"
      description="For scripts and services that act as you. A key may do what you may, and nothing more."
      actions={create}
    >
      <Card p={0}>
        {keys.isPending && <RowsSkeleton rows={3} />}
        <ErrorNote error={keys.error} onRetry={() => void keys.refetch()} />
        {keys.data?.keys.length === 0 && (
          <EmptyState icon={<IconKey size={24} />} title="No keys yet" action={create}>
            Create one for each script, so that each can be revoked by itself.
          </EmptyState>
        )}
        {keys.data && keys.data.keys.length > 0 && (
          <Table.ScrollContainer minWidth={320}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th visibleFrom="sm">May</Table.Th>
                  <Table.Th visibleFrom="md">Last used</Table.Th>
                  <Table.Th visibleFrom="md">Expires</Table.Th>
                  <Table.Th>State</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {keys.data.keys.map((key) => (
                  <KeyRow
                    key={key.id}
                    apiKey={key}
                    onEdit={() => setEditing(key)}
                    onRevoke={() => setRevoking(key)}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Card>
      {keys.data && (
        <Text size="sm" c="dimmed" className="numbers">
          {keys.data.count} of {keys.data.limit} keys in use.{full && ' Revoke one to create another.'}
        </Text>
      )}
      <CreateKeyDialog opened={creating} onClose={() => setCreating(false)} />
      <EditKeyDialog apiKey={editing} onClose={() => setEditing(undefined)} />
      <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />
    </Page>
  );
}

function stateOf(key: ApiKey): { label: string; color: string } {
  if (key.revokedAt) return { label: 'Revoked', color: 'gray' };
  if (key.expiresAt && Date.parse(key.expiresAt) <= Date.now()) return { label: 'Expired', color: 'yellow' };
  return { label: 'Active', color: 'green' };
}

function KeyRow({ apiKey, onEdit, onRevoke }: { apiKey: ApiKey; onEdit: () => void; onRevoke: () => void }) {
  const state = stateOf(apiKey);
  return (
    <Table.Tr opacity={apiKey.revokedAt ? 0.75 : 1}>
      <Table.Td>
        <Text size="sm" fw={550}>
          {apiKey.name}
        </Text>
        <Code>{apiKey.keyPrefix}…</Code>
      </Table.Td>
      <Table.Td visibleFrom="sm">{apiKey.permission === 'READ_ONLY' ? 'Read' : 'Read and write'}</Table.Td>
      <Table.Td visibleFrom="md">
        <When at={apiKey.lastUsedAt} />
      </Table.Td>
      <Table.Td visibleFrom="md">{apiKey.expiresAt ? formatDay(apiKey.expiresAt) : 'Never'}</Table.Td>
      <Table.Td>
        <Badge color={state.color}>{state.label}</Badge>
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          {!apiKey.revokedAt && (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${apiKey.name}`}>
                  <IconDots size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
                  Edit
                </Menu.Item>
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onRevoke}>
                  Revoke
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const revoke = useAct('revokeKey', {
    invalidates: ['listKeys'],
    success: 'The key is revoked.',
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      title="Revoke this key?"
      confirmLabel="Revoke key"
      danger
      pending={revoke.isPending}
      onConfirm={() => apiKey && revoke.mutate({ params: { id: apiKey.id } })}
      onClose={onClose}
    >
      Whatever uses <b>{apiKey?.name}</b> is refused from the next request on. This cannot be undone.
    </ConfirmDialog>
  );
}

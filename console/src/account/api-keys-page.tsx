import type { ApiKey } from '@latchkey/contract';
import { Badge, Button, Code, Menu, Stack, Text } from '@mantine/core';
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDay } from '../ui/dates.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { RowMenu } from '../ui/row-controls.tsx';
import { When } from '../ui/when.tsx';
import { keyStateOf } from './api-key-state.ts';
import { CreateKeyDialog, EditKeyDialog } from './key-dialogs.tsx';

const columns: Column<ApiKey>[] = [
  {
    header: 'Name',
    cell: ({ name, keyPrefix }) => (
      <Stack gap={2} align="flex-start">
        <Text size="sm" fw={550} truncate maw="100%">
          {name}
        </Text>
        <Code>{keyPrefix}…</Code>
      </Stack>
    ),
  },
  { header: 'Status', cell: (key) => <Status apiKey={key} />, phone: true },
  {
    header: 'Access',
    cell: ({ permission }) => (permission === 'READ_ONLY' ? 'Read only' : 'Read and write'),
    phone: true,
  },
  { header: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} />, from: 'md' },
  {
    header: 'Expires',
    cell: ({ expiresAt }) => (expiresAt ? formatDay(expiresAt) : 'Never'),
    from: 'md',
    phone: ({ expiresAt }) => expiresAt && `Expires ${formatDay(expiresAt)}`,
  },
];

/** Which organization each key acts in, where people can belong to several. */
function useOrganizationColumn(keys: readonly ApiKey[]): Column<ApiKey>[] {
  const isBound = keys.some(({ organizationId }) => organizationId !== undefined);
  const listed = useQuery({ ...ask('listOrganizations'), enabled: isBound });
  if (!isBound) return [];
  const nameOf = ({ organizationId }: ApiKey) => {
    const own = listed.data?.organizations.find(({ id }) => id === organizationId);
    return own?.name ?? (listed.isSuccess && (organizationId ? 'One you left' : 'None'));
  };
  return [{ header: 'Organization', cell: nameOf, phone: true }];
}

export function ApiKeysPage() {
  const { impersonating } = useMe();
  const keys = useQuery(ask('listKeys'));
  const organization = useOrganizationColumn(keys.data?.keys ?? []);
  const [creating, setCreating] = useState(false);
  const full = keys.data !== undefined && keys.data.count >= keys.data.limit;
  const create = (
    <Button onClick={() => setCreating(true)} disabled={full || impersonating !== null}>
      Create key
    </Button>
  );
  return (
    <Page
      title="API keys"
      description="For scripts and services that act as you. A key can do what you can, and nothing more."
      actions={create}
    >
      <List
        label="API keys"
        query={keys}
        rows={keys.data?.keys}
        columns={columns.toSpliced(3, 0, ...organization)}
        expect={3}
        actions={(key) => !key.revokedAt && <KeyActions apiKey={key} />}
        empty={{
          icon: IconKey,
          title: 'No keys yet',
          text: 'Create one for each script, so you can revoke them one by one.',
          action: create,
        }}
      />
      {keys.data && (
        <Text size="sm" c="dimmed" className="numbers">
          {keys.data.count} of {keys.data.limit} keys in use.{full && ' Revoke one to create another.'}
        </Text>
      )}
      <CreateKeyDialog opened={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}

function Status({ apiKey }: { apiKey: ApiKey }) {
  const { label, color } = keyStateOf(apiKey, Date.now());
  return <Badge color={color}>{label}</Badge>;
}

function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const [open, setOpen] = useState<'edit' | 'revoke' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <RowMenu name={apiKey.name}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
          Edit
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('revoke')}>
          Revoke
        </Menu.Item>
      </RowMenu>
      <EditKeyDialog apiKey={apiKey} opened={open === 'edit'} onClose={close} />
      <ConfirmDialog
        opened={open === 'revoke'}
        onClose={close}
        title="Revoke this key?"
        confirmLabel="Revoke key"
        act="revokeKey"
        input={{ params: { id: apiKey.id } }}
        invalidates={['listKeys']}
        success="Key revoked."
      >
        Anything that uses <b>{apiKey.name}</b> stops working right away. You can't undo this.
      </ConfirmDialog>
    </>
  );
}

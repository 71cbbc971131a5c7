import type { OrganizationKey } from '@latchkey/contract';
import { Badge, Button, Code, Group, Menu, Stack, Text } from '@mantine/core';
import { IconKey, IconPencil, IconPower, IconRefresh, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDay } from '../ui/dates.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { RowMenu } from '../ui/row-controls.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { CreateDialog, EditDialog, RotateDialog } from './key-dialogs.tsx';
import { limitOf, lookOf } from './key-look.ts';
import { useDepartedMakers } from './use-makers.ts';

const defaults = { page: 1, externalId: '' };

export function KeysPage() {
  const { impersonating } = useMe();
  const list = useList(defaults);
  const { page, externalId } = list.values;
  const found = useQuery({
    ...ask('listOrganizationKeys', { query: { page, ...(externalId && { externalId }) } }),
    placeholderData: keepPreviousData,
  });
  const keys = found.data?.keys;
  const departed = useDepartedMakers(keys);
  const [creating, setCreating] = useState(false);
  const create = (
    <Button onClick={() => setCreating(true)} disabled={impersonating !== null}>
      Create key
    </Button>
  );
  const isUnused = keys?.length === 0 && !list.filtered;
  return (
    <Page
      title="Organization keys"
      description="For your organization's programs, and for your customers. They go on working when the people who made them leave."
      actions={create}
    >
      <List
        label="Organization keys"
        state={list}
        query={found}
        rows={keys}
        paging={found.data?.pagination}
        columns={columnsOf(departed)}
        expect={3}
        filters={
          !isUnused && (
            <SearchInput
              label="External ID"
              value={externalId}
              onChange={(value) => list.set({ externalId: value.trim() }, { replace: true })}
            />
          )
        }
        actions={(key) => !key.revokedAt && impersonating === null && <Actions apiKey={key} />}
        empty={{
          icon: IconKey,
          title: 'No keys yet',
          text: 'Create one for each program or customer, so you can limit and revoke them one by one.',
          action: create,
        }}
      />
      <CreateDialog opened={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}

function columnsOf(departed: ReadonlySet<string>): Column<OrganizationKey>[] {
  return [
    { header: 'Name', cell: (key) => <Name apiKey={key} /> },
    { header: 'Status', cell: (key) => <Status apiKey={key} />, phone: true },
    {
      header: 'Scopes',
      cell: ({ scopes }) =>
        scopes.length === 0 ? null : (
          <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {scopes.join(', ')}
          </Text>
        ),
      from: 'md',
      phone: ({ scopes }) => scopes.join(', '),
    },
    { header: 'Limit', cell: limitOf, from: 'xl' },
    { header: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} />, from: 'lg' },
    {
      header: 'Expires',
      cell: ({ expiresAt }) => (expiresAt ? formatDay(expiresAt) : 'Never'),
      from: 'xl',
      phone: ({ expiresAt }) => expiresAt && `Expires ${formatDay(expiresAt)}`,
    },
    {
      header: 'Created by',
      cell: (key) => <Maker apiKey={key} departed={departed} />,
      from: 'sm',
      phone: ({ createdBy }) => createdBy && departed.has(createdBy.id) && <Departed />,
    },
  ];
}

function Name({ apiKey: { name, keyPrefix, externalId } }: { apiKey: OrganizationKey }) {
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm" fw={550} truncate maw="100%">
        {name}
      </Text>
      <Group gap={6}>
        {keyPrefix ? <Code>{keyPrefix}…</Code> : <Badge color="gray">Taken over</Badge>}
        {externalId && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {externalId}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

function Status({ apiKey }: { apiKey: OrganizationKey }) {
  const { label, color } = lookOf(apiKey, Date.now());
  return (
    <Stack gap={2} align="flex-start">
      <Badge color={color}>{label}</Badge>
      {apiKey.previousExpiresAt && (
        <Text size="xs" c="dimmed">
          Earlier secret ends <When at={apiKey.previousExpiresAt} />
        </Text>
      )}
    </Stack>
  );
}

type MakerProps = { apiKey: OrganizationKey; departed: ReadonlySet<string> };

/** A key outlives its maker, so it shows who else should look after it. */
function Maker({ apiKey: { createdBy }, departed }: MakerProps) {
  if (!createdBy)
    return (
      <Text size="sm" c="dimmed">
        Another key, or a deleted account
      </Text>
    );
  return (
    <Stack gap={2} align="flex-start" miw={0}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {createdBy.email}
      </Text>
      {departed.has(createdBy.id) && <Departed />}
    </Stack>
  );
}

function Departed() {
  return <Badge color="yellow">Has left</Badge>;
}

function Actions({ apiKey }: { apiKey: OrganizationKey }) {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'revoke' | null>(null);
  const close = () => setOpen(null);
  const { id, name, enabled } = apiKey;
  const turn = useAct('updateOrganizationKey', {
    invalidates: ['listOrganizationKeys'],
    success: enabled ? 'Key turned off.' : 'Key turned on.',
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
          Edit
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPower size={16} />}
          onClick={() => turn.mutate({ params: { id }, body: { enabled: !enabled } })}
        >
          {enabled ? 'Turn off' : 'Turn on'}
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => setOpen('rotate')}>
          Rotate
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('revoke')}>
          Revoke
        </Menu.Item>
      </RowMenu>
      <EditDialog apiKey={apiKey} opened={open === 'edit'} onClose={close} />
      <RotateDialog apiKey={apiKey} opened={open === 'rotate'} onClose={close} />
      <ConfirmDialog
        opened={open === 'revoke'}
        onClose={close}
        title="Revoke this key?"
        confirmLabel="Revoke key"
        act="revokeOrganizationKey"
        input={{ params: { id } }}
        invalidates={['listOrganizationKeys']}
        success="Key revoked."
      >
        Anything that uses <b>{name}</b> stops working right away. You can't undo this.
      </ConfirmDialog>
    </>
  );
}

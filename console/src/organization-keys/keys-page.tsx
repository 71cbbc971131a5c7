import type { OrganizationKey } from '@latchkey/contract';
import { Badge, Button, Code, Group, Menu, Stack, Text } from '@mantine/core';
import { IconKey, IconPencil, IconPower, IconRefresh, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDay } from '../ui/dates.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { RowMenu } from '../ui/row-controls.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { CreateDialog, EditDialog, RotateDialog } from './key-dialogs.tsx';
import { limitOf, lookOf } from './key-look.ts';
import { useDepartedMakers } from './use-makers.ts';

const defaults = { page: 1, externalId: '' };

export function KeysPage() {
  const t = useT();
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
      {t('keys.create')}
    </Button>
  );
  const isUnused = keys?.length === 0 && !list.filtered;
  return (
    <Page title={t('keys.title')} description={t('keys.description')} actions={create}>
      <List
        label={t('keys.title')}
        state={list}
        query={found}
        rows={keys}
        paging={found.data?.pagination}
        columns={columnsOf(t, departed)}
        expect={3}
        filters={
          !isUnused && (
            <SearchInput
              label={t('keys.filters.externalId')}
              value={externalId}
              onChange={(value) => list.set({ externalId: value.trim() }, { replace: true })}
            />
          )
        }
        actions={(key) => !key.revokedAt && impersonating === null && <Actions apiKey={key} />}
        empty={{
          icon: IconKey,
          title: t('keys.empty.title'),
          text: t('keys.empty.text'),
          action: create,
        }}
      />
      <CreateDialog opened={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}

function columnsOf(t: Texts, departed: ReadonlySet<string>): Column<OrganizationKey>[] {
  return [
    { header: t('keys.columns.name'), cell: (key) => <Name apiKey={key} /> },
    { header: t('keys.columns.status'), cell: (key) => <Status apiKey={key} />, phone: true },
    {
      header: t('keys.columns.scopes'),
      cell: ({ scopes }) =>
        scopes.length === 0 ? null : (
          <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {scopes.join(', ')}
          </Text>
        ),
      from: 'md',
      phone: ({ scopes }) => scopes.join(', '),
    },
    { header: t('keys.columns.limit'), cell: (key) => limitOf(key)?.replaceAll(' ', '\u00a0'), from: 'xl' },
    {
      header: t('keys.columns.lastUsed'),
      cell: ({ lastUsedAt }) => <When at={lastUsedAt} />,
      from: 'lg',
    },
    {
      header: t('keys.columns.expires'),
      cell: ({ expiresAt }) => (expiresAt ? formatDay(expiresAt) : t('keys.never')),
      from: 'xl',
      phone: ({ expiresAt }) => expiresAt && t('keys.expires', { day: formatDay(expiresAt) }),
    },
    {
      header: t('keys.columns.createdBy'),
      cell: (key) => <Maker apiKey={key} departed={departed} />,
      from: 'sm',
      phone: ({ createdBy }) => createdBy && departed.has(createdBy.id) && <Departed />,
    },
  ];
}

function Name({ apiKey: { name, keyPrefix, externalId } }: { apiKey: OrganizationKey }) {
  const t = useT();
  return (
    <Stack gap={0} align="flex-start">
      <Group gap="xs">
        <Text size="sm" fw={550} truncate dir="auto" maw="100%">
          {name}
        </Text>
        {keyPrefix ? <Code>{keyPrefix}…</Code> : <Badge color="gray">{t('keys.takenOver')}</Badge>}
      </Group>
      {externalId && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{externalId}</bdi>
        </Text>
      )}
    </Stack>
  );
}

function Status({ apiKey }: { apiKey: OrganizationKey }) {
  const t = useT();
  const { label, color } = lookOf(apiKey, Date.now());
  return (
    <Stack gap={2} align="flex-start">
      <StateBadge label={label} color={color} />
      {apiKey.previousExpiresAt && (
        <Text size="xs" c="dimmed">
          {t.rich('keys.earlierSecret', { when: <When at={apiKey.previousExpiresAt} /> })}
        </Text>
      )}
    </Stack>
  );
}

type MakerProps = { apiKey: OrganizationKey; departed: ReadonlySet<string> };

/** A key outlives its maker, so it shows who else should look after it. */
function Maker({ apiKey: { createdBy }, departed }: MakerProps) {
  const t = useT();
  if (!createdBy)
    return (
      <Text size="sm" c="dimmed">
        {t('keys.noMaker')}
      </Text>
    );
  return (
    <Stack gap={2} align="flex-start" miw={0}>
      <Address email={createdBy.email} />
      {departed.has(createdBy.id) && <Departed />}
    </Stack>
  );
}

/** On one line if it fits, else with its domain on the next. Only what is longer than that breaks inside a word. */
function Address({ email }: { email: string }) {
  const domainAt = email.lastIndexOf('@') + 1;
  return (
    <Text size="sm" maw={240} style={{ overflowWrap: 'break-word' }}>
      <bdi>
        {email.slice(0, domainAt)}
        <wbr />
        {email.slice(domainAt)}
      </bdi>
    </Text>
  );
}

function Departed() {
  const t = useT();
  return <Badge color="yellow">{t('keys.departed')}</Badge>;
}

function Actions({ apiKey }: { apiKey: OrganizationKey }) {
  const t = useT();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'revoke' | null>(null);
  const close = () => setOpen(null);
  const { id, name, enabled } = apiKey;
  const turn = useAct('updateOrganizationKey', {
    invalidates: ['listOrganizationKeys'],
    success: t(enabled ? 'keys.turnedOff' : 'keys.turnedOn'),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
          {t('keys.actions.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPower size={16} />}
          onClick={() => turn.mutate({ params: { id }, body: { enabled: !enabled } })}
        >
          {t(enabled ? 'keys.actions.turnOff' : 'keys.actions.turnOn')}
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => setOpen('rotate')}>
          {t('keys.actions.rotate')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('revoke')}>
          {t('keys.actions.revoke')}
        </Menu.Item>
      </RowMenu>
      <EditDialog apiKey={apiKey} opened={open === 'edit'} onClose={close} />
      <RotateDialog apiKey={apiKey} opened={open === 'rotate'} onClose={close} />
      <ConfirmDialog
        opened={open === 'revoke'}
        onClose={close}
        title={t('keys.revoke.title')}
        confirmLabel={t('keys.revoke.confirm')}
        act="revokeOrganizationKey"
        input={{ params: { id } }}
        invalidates={['listOrganizationKeys']}
        success={t('keys.revoke.done')}
      >
        {t.rich('keys.revoke.text', { name: <b>{name}</b> })}
      </ConfirmDialog>
    </>
  );
}

import type { ApiKey } from '@latchkey/contract';
import { Button, Code, Menu, Stack, Text } from '@mantine/core';
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { branding } from '../branding.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDay } from '../ui/dates.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { RowMenu } from '../ui/row-controls.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { When } from '../ui/when.tsx';
import { keyStateOf } from './api-key-state.ts';
import { CreateKeyDialog, EditKeyDialog } from './key-dialogs.tsx';

const columnsOf = (t: Texts): Column<ApiKey>[] => [
  {
    header: t('account.apiKeys.name'),
    cell: ({ name, keyPrefix }) => (
      <Stack gap={2} align="flex-start">
        <Text size="sm" fw={550} truncate dir="auto" maw="100%">
          {name}
        </Text>
        <Code>{keyPrefix}…</Code>
      </Stack>
    ),
  },
  { header: t('account.apiKeys.status'), cell: (key) => <Status apiKey={key} />, phone: true },
  {
    header: t('account.apiKeys.access'),
    cell: ({ permission }) => t(`account.apiKeys.permission.${permission}`),
    phone: true,
  },
  { header: t('account.apiKeys.lastUsed'), cell: ({ lastUsedAt }) => <When at={lastUsedAt} />, from: 'md' },
  {
    header: t('account.apiKeys.expires'),
    cell: ({ expiresAt }) => (expiresAt ? formatDay(expiresAt) : t('time.never')),
    from: 'md',
    phone: ({ expiresAt }) => expiresAt && t('account.apiKeys.expiresOn', { day: formatDay(expiresAt) }),
  },
];

/** Which organization each key acts in, where people can belong to several, or keys to another. */
function useOrganizationColumn(keys: readonly ApiKey[]): Column<ApiKey>[] {
  const t = useT();
  const { organization } = useMe();
  const isBound =
    branding.severalOrganizations || keys.some((key) => key.organizationId !== (organization?.id ?? null));
  const listed = useQuery({ ...ask('listOrganizations'), enabled: isBound });
  if (!isBound) return [];
  const nameOf = ({ organizationId }: ApiKey) => {
    const own = listed.data?.organizations.find(({ id }) => id === organizationId);
    return (
      own?.name ??
      (listed.isSuccess &&
        t(organizationId ? 'account.apiKeys.leftOrganization' : 'account.apiKeys.noOrganization'))
    );
  };
  return [{ header: t('account.apiKeys.organization'), cell: nameOf, phone: true }];
}

export function ApiKeysPage() {
  const t = useT();
  const { impersonating } = useMe();
  const keys = useQuery(ask('listKeys'));
  const organization = useOrganizationColumn(keys.data?.keys ?? []);
  const [creating, setCreating] = useState(false);
  const full = keys.data !== undefined && keys.data.count >= keys.data.limit;
  const create = (
    <Button onClick={() => setCreating(true)} disabled={full || impersonating !== null}>
      {t('account.apiKeys.create')}
    </Button>
  );
  return (
    <Page title={t('account.apiKeys.title')} description={t('account.apiKeys.description')} actions={create}>
      <List
        label={t('account.apiKeys.title')}
        query={keys}
        rows={keys.data?.keys}
        columns={columnsOf(t).toSpliced(3, 0, ...organization)}
        expect={3}
        actions={(key) => !key.revokedAt && <KeyActions apiKey={key} />}
        empty={{
          icon: IconKey,
          title: t('account.apiKeys.empty'),
          text: t('account.apiKeys.emptyText'),
          action: create,
        }}
      />
      {keys.data && (
        <Text size="sm" c="dimmed" className="numbers">
          {t(full ? 'account.apiKeys.full' : 'account.apiKeys.inUse', {
            count: keys.data.count,
            limit: keys.data.limit,
          })}
        </Text>
      )}
      <CreateKeyDialog opened={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}

function Status({ apiKey }: { apiKey: ApiKey }) {
  useT();
  const { label, color } = keyStateOf(apiKey, Date.now());
  return <StateBadge label={label} color={color} />;
}

function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const t = useT();
  const [open, setOpen] = useState<'edit' | 'revoke' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <RowMenu name={apiKey.name}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
          {t('account.apiKeys.edit')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('revoke')}>
          {t('account.apiKeys.revoke')}
        </Menu.Item>
      </RowMenu>
      <EditKeyDialog apiKey={apiKey} opened={open === 'edit'} onClose={close} />
      <ConfirmDialog
        opened={open === 'revoke'}
        onClose={close}
        title={t('account.apiKeys.revokeTitle')}
        confirmLabel={t('account.apiKeys.revokeKey')}
        act="revokeKey"
        input={{ params: { id: apiKey.id } }}
        invalidates={['listKeys']}
        success={t('account.apiKeys.revoked')}
      >
        {t.rich('account.apiKeys.revokeText', { name: <b>{apiKey.name}</b> })}
      </ConfirmDialog>
    </>
  );
}

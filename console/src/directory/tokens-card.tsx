import { type ScimToken, scimTokenLimit } from '@latchkey/contract';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconKey, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { RowButton } from '../ui/row-controls.tsx';
import { When } from '../ui/when.tsx';
import { TokenDialog } from './token-dialog.tsx';

const nameOf = (t: Texts, { description }: ScimToken) => description ?? t('directory.tokens.unnamed');

const columnsOf = (t: Texts): Column<ScimToken>[] => [
  {
    header: t('directory.tokens.columns.token'),
    cell: (token) => (
      <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
        {nameOf(t, token)}
      </Text>
    ),
  },
  {
    header: t('directory.tokens.columns.lastUsed'),
    cell: ({ lastUsedAt }) => <When at={lastUsedAt} />,
    phone: ({ lastUsedAt }) =>
      t.rich('directory.tokens.lastUsed', {
        when: <When at={lastUsedAt} never={t('account.applications.neverUsed')} />,
      }),
  },
  {
    header: t('directory.tokens.columns.created'),
    cell: ({ createdAt }) => <When at={createdAt} />,
    from: 'sm',
  },
  {
    header: t('directory.tokens.columns.createdBy'),
    cell: ({ createdBy }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }} {...(!createdBy && { c: 'dimmed' })}>
        {createdBy?.email ?? t('directory.tokens.deletedAccount')}
      </Text>
    ),
    from: 'md',
  },
];

/** `canChange`: an OWNER who isn't impersonated. */
export function TokensCard({ canChange }: { canChange: boolean }) {
  const t = useT();
  const found = useQuery(ask('listScimTokens'));
  const [creating, setCreating] = useState(false);
  const tokens = found.data?.tokens;
  const isFull = (tokens?.length ?? 0) >= scimTokenLimit;
  const create = canChange && (
    <Button onClick={() => setCreating(true)} disabled={isFull}>
      {t('directory.tokens.create')}
    </Button>
  );
  return (
    <Stack component="section" aria-labelledby="tokens" gap="md">
      <Group justify="space-between" align="flex-end">
        <Stack gap={4} flex={1} miw={220}>
          <Title order={2} id="tokens">
            {t('directory.tokens')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('directory.tokens.about', { limit: scimTokenLimit })}
          </Text>
        </Stack>
        {tokens && tokens.length > 0 && create}
      </Group>
      <List
        label={t('directory.tokens')}
        query={found}
        rows={tokens}
        columns={columnsOf(t)}
        expect={1}
        {...(canChange && {
          actions: (token: ScimToken) => <Revoke token={token} isLast={tokens?.length === 1} />,
        })}
        empty={{
          icon: IconKey,
          title: t('directory.tokens.empty'),
          text: canChange ? t('directory.tokens.empty.owner') : t('directory.tokens.empty.others'),
          action: create,
        }}
      />
      <TokenDialog opened={creating} onClose={() => setCreating(false)} />
    </Stack>
  );
}

function Revoke({ token, isLast }: { token: ScimToken; isLast: boolean }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const name = nameOf(t, token);
  return (
    <>
      <RowButton
        label={t('directory.tokens.revoke')}
        fullLabel={t('directory.tokens.revoke.named', { name })}
        icon={IconTrash}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('directory.tokens.revoke.title')}
        confirmLabel={t('directory.tokens.revoke.action')}
        act="revokeScimToken"
        input={{ params: { id: token.id } }}
        invalidates={['listScimTokens']}
        success={t('directory.tokens.revoke.done')}
      >
        {t.rich(isLast ? 'directory.tokens.revoke.lastText' : 'directory.tokens.revoke.text', {
          name: <b>{name}</b>,
        })}
      </ConfirmDialog>
    </>
  );
}

import { type ScimToken, scimTokenLimit } from '@latchkey/contract';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconKey, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { RowButton } from '../ui/row-controls.tsx';
import { When } from '../ui/when.tsx';
import { TokenDialog } from './token-dialog.tsx';

const nameOf = ({ description }: ScimToken) => description ?? 'Token without a description';

const columns: Column<ScimToken>[] = [
  {
    header: 'Token',
    cell: (token) => (
      <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
        {nameOf(token)}
      </Text>
    ),
  },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) => <When at={lastUsedAt} />,
    phone: ({ lastUsedAt }) => (
      <>
        Last used: <When at={lastUsedAt} />
      </>
    ),
  },
  { header: 'Created', cell: ({ createdAt }) => <When at={createdAt} />, from: 'sm' },
  {
    header: 'Created by',
    cell: ({ createdBy }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }} {...(!createdBy && { c: 'dimmed' })}>
        {createdBy?.email ?? 'A deleted account'}
      </Text>
    ),
    from: 'md',
  },
];

/** `canChange`: an OWNER who isn't impersonated. */
export function TokensCard({ canChange }: { canChange: boolean }) {
  const found = useQuery(ask('listScimTokens'));
  const [creating, setCreating] = useState(false);
  const tokens = found.data?.tokens;
  const isFull = (tokens?.length ?? 0) >= scimTokenLimit;
  const create = canChange && (
    <Button onClick={() => setCreating(true)} disabled={isFull}>
      Create token
    </Button>
  );
  return (
    <Stack component="section" aria-labelledby="tokens" gap="md">
      <Group justify="space-between" align="flex-end">
        <Stack gap={4} flex={1} miw={220}>
          <Title order={2} id="tokens">
            Tokens
          </Title>
          <Text size="sm" c="dimmed">
            What your directory signs in with. You can have {scimTokenLimit}: one in use, and one to replace
            it with.
          </Text>
        </Stack>
        {tokens && tokens.length > 0 && create}
      </Group>
      <List
        label="Tokens"
        query={found}
        rows={tokens}
        columns={columns}
        expect={1}
        {...(canChange && {
          actions: (token: ScimToken) => <Revoke token={token} isLast={tokens?.length === 1} />,
        })}
        empty={{
          icon: IconKey,
          title: 'No directory is connected',
          text: canChange
            ? 'Create a token, then follow the steps for your directory below.'
            : 'An owner of the organization can connect one.',
          action: create,
        }}
      />
      <TokenDialog opened={creating} onClose={() => setCreating(false)} />
    </Stack>
  );
}

function Revoke({ token, isLast }: { token: ScimToken; isLast: boolean }) {
  const [asking, setAsking] = useState(false);
  const name = nameOf(token);
  return (
    <>
      <RowButton
        label="Revoke"
        fullLabel={`Revoke ${name}`}
        icon={IconTrash}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Revoke this token?"
        confirmLabel="Revoke token"
        act="revokeScimToken"
        input={{ params: { id: token.id } }}
        invalidates={['listScimTokens']}
        success="Token revoked."
      >
        A directory that uses <b>{name}</b> can't change anything here right away.{' '}
        {isLast &&
          'No other token is left, so the directory is disconnected: people who leave your company keep their access until you remove them here. '}
        The people and groups it made stay. You can't undo this.
      </ConfirmDialog>
    </>
  );
}

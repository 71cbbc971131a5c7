import { type Connection, connectionLimit } from '@latchkey/contract';
import { Button, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { ConnectionDrawer } from './connection-drawer.tsx';
import { kindNames, stepOf } from './connection-state.ts';
import { CreateDialog } from './create-dialog.tsx';

/** After a test, the service leads the browser here with the connection's id in `test`. */
const defaults = { page: 1, open: '', test: '' };

export function ConnectionsSection({ mayChange }: { mayChange: boolean }) {
  const t = useT();
  const list = useList(defaults);
  const { open, test } = list.values;
  const shown = open || test;
  const found = useQuery(ask('listConnections'));
  const connections = found.data?.connections;
  const [creating, setCreating] = useState(false);
  const isFull = connections !== undefined && connections.length >= connectionLimit;
  const onOpen = ({ id }: { id: string }) => list.set({ open: id });
  const add = mayChange && (
    <Button onClick={() => setCreating(true)} disabled={isFull}>
      {t('singleSignOn.providers.add')}
    </Button>
  );
  return (
    <Stack component="section" aria-labelledby="connections" gap="sm">
      <Group justify="space-between" align="flex-end">
        <Stack gap={2} flex={1} miw={220}>
          <Title order={2} id="connections">
            {t('singleSignOn.providers')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('singleSignOn.providers.about')}
          </Text>
        </Stack>
        {connections && connections.length > 0 && add}
      </Group>
      <List
        label={t('singleSignOn.providers')}
        query={found}
        rows={connections}
        columns={columnsOf(t, onOpen)}
        onOpen={onOpen}
        expect={2}
        empty={{
          icon: IconBuilding,
          title: t('singleSignOn.providers.empty'),
          text: t('singleSignOn.providers.empty.text'),
          action: add,
        }}
      />
      {isFull && (
        <Text size="sm" c="dimmed">
          {t('singleSignOn.providers.full', { limit: connectionLimit })}
        </Text>
      )}
      <CreateDialog opened={creating} onClose={() => setCreating(false)} onMade={onOpen} />
      <ConnectionDrawer
        connection={connections?.find(({ id }) => id === shown)}
        isLoading={found.isPending}
        opened={shown !== ''}
        startsWith={test === '' ? 'setup' : 'test'}
        mayChange={mayChange}
        onClose={() => list.set({ open: '', test: '' })}
      />
    </Stack>
  );
}

function columnsOf(t: Texts, onOpen: (connection: Connection) => void): Column<Connection>[] {
  return [
    {
      header: t('singleSignOn.providers.columns.name'),
      cell: (connection) => (
        <UnstyledButton onClick={() => onOpen(connection)} maw="100%">
          <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
            {connection.name}
          </Text>
          <Text size="sm" c="dimmed">
            {kindNames[connection.kind]}
          </Text>
        </UnstyledButton>
      ),
    },
    {
      header: t('singleSignOn.providers.columns.status'),
      cell: (connection) => {
        const { label, color } = stepOf(connection);
        return <StateBadge label={label} color={color} />;
      },
      phone: true,
    },
    {
      header: t('singleSignOn.providers.columns.domains'),
      cell: ({ domains }) => domains.join(', '),
      from: 'sm',
      phone: true,
    },
    {
      header: t('singleSignOn.providers.columns.tested'),
      cell: ({ testedAt }) => <When at={testedAt} />,
      from: 'md',
      phone: ({ testedAt }) =>
        testedAt === null
          ? t('singleSignOn.providers.untested')
          : t.rich('singleSignOn.providers.tested', { when: <When at={testedAt} /> }),
    },
  ];
}

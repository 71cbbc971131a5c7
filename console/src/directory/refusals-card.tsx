import type { ScimError } from '@latchkey/contract';
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { When } from '../ui/when.tsx';
import { adviceFor, attemptOf } from './advice.ts';

type Refusal = ScimError & { id: string };

const columnsOf = (t: Texts): Column<Refusal>[] => [
  {
    header: t('directory.refusals.columns.what'),
    cell: (error) => (
      <Stack gap={2} align="flex-start">
        <Group gap={6}>
          <Text size="sm" fw={550}>
            {attemptOf(error)}
          </Text>
          <Badge color="red">{error.scimType ?? error.status}</Badge>
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{error.detail}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {adviceFor(error)}
        </Text>
      </Stack>
    ),
  },
  { header: t('directory.refusals.columns.when'), cell: ({ at }) => <When at={at} />, phone: true },
];

export function RefusalsCard({ isConnected }: { isConnected: boolean }) {
  const t = useT();
  const found = useQuery(ask('listScimErrors'));
  if (!isConnected && !found.data?.errors.length) return null;
  const rows = found.data?.errors.map((error, at): Refusal => ({ ...error, id: `${error.at}-${at}` }));
  return (
    <Stack component="section" aria-labelledby="refusals" gap="md">
      <Stack gap={4}>
        <Title order={2} id="refusals">
          {t('directory.refusals')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('directory.refusals.about')}
        </Text>
      </Stack>
      <List
        label={t('directory.refusals')}
        query={found}
        rows={rows}
        columns={columnsOf(t)}
        expect={2}
        empty={{ icon: IconCircleCheck, title: t('directory.refusals.empty') }}
      />
    </Stack>
  );
}

import type { ScimError } from '@latchkey/contract';
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { When } from '../ui/when.tsx';
import { adviceFor, attemptOf } from './advice.ts';

type Refusal = ScimError & { id: string };

const columns: Column<Refusal>[] = [
  {
    header: 'What was refused',
    cell: (error) => (
      <Stack gap={2} align="flex-start">
        <Group gap={6}>
          <Text size="sm" fw={550}>
            {attemptOf(error)}
          </Text>
          <Badge color="red">{error.scimType ?? error.status}</Badge>
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {error.detail}
        </Text>
        <Text size="sm" c="dimmed">
          {adviceFor(error)}
        </Text>
      </Stack>
    ),
  },
  { header: 'When', cell: ({ at }) => <When at={at} />, phone: true },
];

export function RefusalsCard() {
  const found = useQuery(ask('listScimErrors'));
  const rows = found.data?.errors.map((error, at): Refusal => ({ ...error, id: `${error.at}-${at}` }));
  return (
    <Stack component="section" aria-labelledby="refusals" gap="md">
      <Stack gap={4}>
        <Title order={2} id="refusals">
          Refused requests
        </Title>
        <Text size="sm" c="dimmed">
          The last ones of your directory, for a week.
        </Text>
      </Stack>
      <List
        label="Refused requests"
        query={found}
        rows={rows}
        columns={columns}
        expect={2}
        empty={{ icon: IconCircleCheck, title: 'Nothing was refused in the last week' }}
      />
    </Stack>
  );
}

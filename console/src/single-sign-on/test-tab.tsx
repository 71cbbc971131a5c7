import type { Connection, ConnectionTest } from '@latchkey/contract';
import { Alert, Button, Code, CopyButton, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { When } from '../ui/when.tsx';
import { explain } from './test-words.ts';

/** Everything the last test received, and what we made of it. */
export function TestTab({ connection }: { connection: Connection }) {
  const found = useQuery(ask('getConnectionTest', { params: { id: connection.id } }));
  if (found.isPending) return <Skeleton h={160} />;
  if (found.error) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  const { test } = found.data;
  if (!test)
    return (
      <EmptyState icon={<IconFlask size={24} />} title="No test in the last 24 hours">
        Choose Test above. You sign in at your identity provider, and this page shows what it sent. No one is
        signed in by a test.
      </EmptyState>
    );
  return (
    <Stack gap="lg">
      <Verdict test={test} connection={connection} />
      <Person test={test} />
      <Received received={test.received} />
    </Stack>
  );
}

function Verdict({ test, connection }: { test: ConnectionTest; connection: Connection }) {
  const failure = explain(test, connection);
  if (!failure)
    return (
      <Alert color="green" icon={<IconCheck size={18} />} title="The test passed" role="status">
        <When at={test.receivedAt} />. The message and its address are right. Whether a person may join is
        decided when they sign in.
      </Alert>
    );
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title="The test failed" role="status">
      <Stack gap={6}>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {failure.what}
        </Text>
        <Text size="sm">{failure.todo}</Text>
        <Text size="xs">
          <When at={test.receivedAt} />
        </Text>
      </Stack>
    </Alert>
  );
}

function Person({ test }: { test: ConnectionTest }) {
  const { subject, email, firstName, lastName, groups, role } = test;
  if (subject === null && email === null) return null;
  const facts = [
    ['Identifier', subject],
    ['Email', email],
    ['First name', firstName],
    ['Last name', lastName],
    ['Groups', groups === null ? 'Too many to send' : groups.join(', ')],
    ['Role here', role ?? 'Stays as it is'],
  ] as const;
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        What we understood
      </Title>
      <Table withRowBorders={false} highlightOnHover={false} verticalSpacing={4} horizontalSpacing={0}>
        <Table.Tbody>
          {facts.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={120} fw={400} c="dimmed">
                {label}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value || 'Not sent'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function Received({ received }: { received: ConnectionTest['received'] }) {
  const { claims, attributes, xml } = received;
  const parts = [
    { label: 'Claims', text: claims ? JSON.stringify(claims, null, 2) : '' },
    { label: 'Attributes', text: hasAny(attributes) ? JSON.stringify(attributes, null, 2) : '' },
    { label: 'Message', text: typeof xml === 'string' ? xml : '' },
  ].filter(({ text }) => text !== '');
  if (parts.length === 0) return null;
  return (
    <Stack gap="md">
      <Title order={3} size="h4">
        What was sent
      </Title>
      {parts.map(({ label, text }) => (
        <Stack key={label} gap={6}>
          <Group justify="space-between">
            <Text size="sm" fw={500}>
              {label}
            </Text>
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Copy ${label.toLowerCase()}`}
                  leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                  onClick={copy}
                >
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Code
            block
            tabIndex={0}
            mah={320}
            style={{ overflow: 'auto', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
          >
            {text}
          </Code>
        </Stack>
      ))}
    </Stack>
  );
}

const hasAny = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

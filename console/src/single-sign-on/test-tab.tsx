import type { Connection, ConnectionTest, OrganizationRole } from '@latchkey/contract';
import { Alert, Button, Code, CopyButton, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { askInLanguage } from '../api.ts';
import { useT } from '../language/texts.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { inNameOrder } from '../ui/name-fields.tsx';
import { organizationRoleNames } from '../ui/role-badge.tsx';
import { When } from '../ui/when.tsx';
import { explain } from './test-words.ts';

/** Everything the last test received, and what we made of it. */
export function TestTab({ connection }: { connection: Connection }) {
  const t = useT();
  const found = useQuery(askInLanguage('getConnectionTest', { params: { id: connection.id } }));
  if (found.isPending) return <Skeleton h={160} />;
  if (found.error) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  const { test } = found.data;
  if (!test)
    return (
      <EmptyState icon={<IconFlask size={24} />} title={t('singleSignOn.test.empty')}>
        {t('singleSignOn.test.empty.text')}
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
  const t = useT();
  const failure = explain(test, connection);
  if (!failure)
    return (
      <Alert color="green" icon={<IconCheck size={18} />} title={t('singleSignOn.test.passed')} role="status">
        {t.rich('singleSignOn.test.passed.text', { when: <When at={test.receivedAt} /> })}
      </Alert>
    );
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={t('singleSignOn.test.failed')}
      role="status"
    >
      <Stack gap={6}>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{failure.what}</bdi>
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
  const t = useT();
  const { subject, email, firstName, lastName, groups, role } = test;
  if (subject === null && email === null) return null;
  const facts = [
    [t('singleSignOn.test.person.subject'), subject],
    [t('singleSignOn.test.person.email'), email],
    ...inNameOrder(
      t,
      [t('singleSignOn.test.person.firstName'), firstName] as const,
      [t('singleSignOn.test.person.lastName'), lastName] as const,
    ),
    [
      t('singleSignOn.test.person.groups'),
      groups === null ? t('singleSignOn.test.person.tooManyGroups') : groups.join(', '),
    ],
    [
      t('singleSignOn.test.person.role'),
      role
        ? (organizationRoleNames[role as OrganizationRole] ?? role)
        : t('singleSignOn.test.person.roleStays'),
    ],
  ] as const;
  return (
    <Stack gap="xs">
      <Title order={3}>{t('singleSignOn.test.understood')}</Title>
      <Table withRowBorders={false} highlightOnHover={false} verticalSpacing={4} horizontalSpacing={0}>
        <Table.Tbody>
          {facts.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={120} fw={400} c="dimmed">
                {label}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {value || t('singleSignOn.test.notSent')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function Received({ received }: { received: ConnectionTest['received'] }) {
  const t = useT();
  const { claims, attributes, xml } = received;
  const all: { part: 'claims' | 'attributes' | 'message'; text: string }[] = [
    { part: 'claims', text: claims ? JSON.stringify(claims, null, 2) : '' },
    { part: 'attributes', text: hasAny(attributes) ? JSON.stringify(attributes, null, 2) : '' },
    { part: 'message', text: typeof xml === 'string' ? xml : '' },
  ];
  const parts = all.filter(({ text }) => text !== '');
  if (parts.length === 0) return null;
  return (
    <Stack gap="md">
      <Title order={3}>{t('singleSignOn.test.sent')}</Title>
      {parts.map(({ part, text }) => (
        <Stack key={part} gap={6}>
          <Group justify="space-between">
            <Text size="sm" fw={500}>
              {t(`singleSignOn.test.${part}`)}
            </Text>
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={t(`singleSignOn.test.${part}.copy`)}
                  leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                  onClick={copy}
                >
                  {copied ? t('secret.copied') : t('copy.action')}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Code
            dir="ltr"
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

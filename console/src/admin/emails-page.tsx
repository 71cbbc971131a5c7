import type { EmailEntry } from '@latchkey/contract';
import { Badge, Button, Card, Group, Select, Stack, Table, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { ListFooter, RowsSkeleton, SearchInput } from '../ui/list-parts.tsx';
import { Page } from '../ui/page.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';

const defaults = { page: 1, to: '', status: '' };
const colors: Record<EmailEntry['status'], string> = { SENT: 'green', PENDING: 'yellow', FAILED: 'red' };

export function EmailsPage() {
  const list = useList(defaults);
  const { page, to, status } = list.values;
  const emails = useQuery({
    ...ask('listEmails', {
      query: { page, to: to || undefined, status: (status || undefined) as EmailEntry['status'] | undefined },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Emails"
      description="What was sent to whom, and what did not get through. What it said is not kept."
    >
      <Group gap="sm">
        <SearchInput
          label="Search recipient"
          value={to}
          onChange={(text) => list.set({ to: text }, { replace: true })}
        />
        <Select
          aria-label="Status"
          placeholder="Any status"
          clearable
          w={{ base: '100%', sm: 160 }}
          data={['PENDING', 'SENT', 'FAILED']}
          value={status || null}
          onChange={(value) => list.set({ status: value ?? '' })}
        />
      </Group>
      <Card p={0}>
        {emails.isPending && <RowsSkeleton />}
        <ErrorNote error={emails.error} onRetry={() => void emails.refetch()} />
        {emails.data?.emails.length === 0 && (
          <EmptyState
            icon={<IconMail size={24} />}
            title={list.filtered ? 'Nothing matches' : 'No mail yet'}
            action={
              list.filtered && (
                <Button variant="default" onClick={list.reset}>
                  Clear filters
                </Button>
              )
            }
          />
        )}
        {emails.data && emails.data.emails.length > 0 && (
          <Table.ScrollContainer minWidth={320}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Mail</Table.Th>
                  <Table.Th visibleFrom="md">Type</Table.Th>
                  <Table.Th>Status</Table.Th>
                  <Table.Th visibleFrom="sm">When</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {emails.data.emails.map((email) => (
                  <EmailRow key={email.id} email={email} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Card>
      <ListFooter paging={emails.data?.pagination} onPage={(next) => list.set({ page: next })} />
    </Page>
  );
}

function EmailRow({ email }: { email: EmailEntry }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={550}>
            {email.subject}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {email.to}
          </Text>
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="md">{email.type.replaceAll('_', ' ')}</Table.Td>
      <Table.Td>
        <Stack gap={2} align="flex-start">
          <Badge color={colors[email.status]}>{email.status}</Badge>
          {email.lastError && (
            <Text size="xs" c="dimmed">
              {email.lastError}, after {email.attempts} {email.attempts === 1 ? 'attempt' : 'attempts'}
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <When at={email.sentAt ?? email.createdAt} />
      </Table.Td>
    </Table.Tr>
  );
}

import type { EmailEntry } from '@latchkey/contract';
import { Badge, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { FilterSelect } from '../ui/filter-select.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { countOf, inWords } from '../ui/words.ts';
import { emailDefaults, emailQuery, emailStatuses } from './email-query.ts';

const statusColors: Record<EmailEntry['status'], string> = {
  PENDING: 'yellow',
  SENT: 'green',
  FAILED: 'red',
};

const columns: Column<EmailEntry>[] = [
  {
    header: 'Email',
    cell: ({ subject, to }) => (
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={550} truncate>
          {subject}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {to}
        </Text>
      </Stack>
    ),
  },
  { header: 'Type', cell: ({ type }) => inWords(type), from: 'md' },
  { header: 'Status', cell: (email) => <Status email={email} />, phone: true },
  { header: 'When', cell: ({ sentAt, createdAt }) => <When at={sentAt ?? createdAt} />, phone: true },
];

export function EmailsPage() {
  const list = useList(emailDefaults);
  const { to, status } = list.values;
  const emails = useQuery({
    ...ask('listEmails', { query: emailQuery(list.values) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Emails" description="What the service sent, to whom, and what failed. Contents aren't kept.">
      <List
        label="Emails"
        state={list}
        query={emails}
        rows={emails.data?.emails}
        paging={emails.data?.pagination}
        columns={columns}
        empty={{ icon: IconMail, title: 'No emails yet' }}
        filters={
          <>
            <SearchInput
              label="Search recipient"
              value={to}
              onChange={(text) => list.set({ to: text }, { replace: true })}
            />
            <FilterSelect
              label="Status"
              any="Any status"
              options={emailStatuses.map((value) => ({ value, label: inWords(value) }))}
              value={status}
              onChange={(value) => list.set({ status: value })}
            />
          </>
        }
      />
    </Page>
  );
}

function Status({ email: { status, lastError, attempts } }: { email: EmailEntry }) {
  return (
    <Stack gap={2} align="flex-start">
      <Badge color={statusColors[status]}>{inWords(status)}</Badge>
      {lastError && (
        <Text size="xs" c="dimmed">
          {lastError}, after {countOf(attempts, 'attempt')}
        </Text>
      )}
    </Stack>
  );
}

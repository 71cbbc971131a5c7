import type { EmailEntry } from '@latchkey/contract';
import { Badge, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { FilterSelect } from '../ui/filter-select.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { emailDefaults, emailQuery, emailStatuses } from './email-query.ts';

const statusColors: Record<EmailEntry['status'], string> = {
  PENDING: 'yellow',
  SENT: 'green',
  FAILED: 'red',
};

export const emailColumns = (t: Texts): Column<EmailEntry>[] => [
  {
    header: t('emails.columns.email'),
    cell: ({ subject, to }) => (
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={550} truncate dir="auto">
          {subject}
        </Text>
        <Text size="sm" c="dimmed" truncate dir="auto">
          {to}
        </Text>
      </Stack>
    ),
  },
  { header: t('emails.columns.type'), cell: ({ type }) => t(`emails.types.${type}`), from: 'md' },
  { header: t('emails.columns.status'), cell: (email) => <Status email={email} />, phone: true },
  {
    header: t('emails.columns.when'),
    cell: ({ sentAt, createdAt }) => <When at={sentAt ?? createdAt} />,
    phone: true,
  },
];

export function EmailsPage() {
  const t = useT();
  const list = useList(emailDefaults);
  const { to, status } = list.values;
  const emails = useQuery({
    ...ask('listEmails', { query: emailQuery(list.values) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={t('emails.title')} description={t('emails.description')}>
      <List
        label={t('emails.title')}
        state={list}
        query={emails}
        rows={emails.data?.emails}
        paging={emails.data?.pagination}
        columns={emailColumns(t)}
        empty={{ icon: IconMail, title: t('emails.empty') }}
        filters={
          <>
            <SearchInput
              label={t('emails.filters.recipient')}
              value={to}
              onChange={(text) => list.set({ to: text }, { replace: true })}
            />
            <FilterSelect
              label={t('emails.filters.status')}
              any={t('emails.filters.anyStatus')}
              options={emailStatuses.map((value) => ({ value, label: t(`emails.statuses.${value}`) }))}
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
  const t = useT();
  return (
    <Stack gap={2} align="flex-start">
      <Badge color={statusColors[status]}>{t(`emails.statuses.${status}`)}</Badge>
      {lastError && (
        <Text size="xs" c="dimmed">
          {t('emails.attempts', { error: lastError, attempts })}
        </Text>
      )}
    </Stack>
  );
}

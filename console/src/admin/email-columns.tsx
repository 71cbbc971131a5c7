import type { EmailEntry } from '@latchkey/contract';
import { Stack, Text } from '@mantine/core';
import { type Texts, useT } from '../language/texts.ts';
import type { Column } from '../ui/list-table.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { When } from '../ui/when.tsx';

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

function Status({ email: { status, lastError, attempts } }: { email: EmailEntry }) {
  const t = useT();
  return (
    <Stack gap={2} align="flex-start">
      <StateBadge label={t(`emails.statuses.${status}`)} color={statusColors[status]} />
      {lastError && (
        <Text size="xs" c="dimmed">
          {t('emails.attempts', { error: lastError, attempts })}
        </Text>
      )}
    </Stack>
  );
}

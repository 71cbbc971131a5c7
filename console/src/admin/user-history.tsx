import type { AuditEntry, User } from '@latchkey/contract';
import { Stack, Text } from '@mantine/core';
import { IconHistory, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { AnchorLink } from '../ui/link.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Section } from '../ui/section.tsx';
import { When } from '../ui/when.tsx';
import { EntryDetails } from './audit-details.tsx';
import { auditColumns } from './audit-entry.tsx';
import { actionInWords } from './audit-words.ts';
import { emailColumns } from './email-columns.tsx';

const latest = 10;

type Filter = { userId?: string; organizationId?: string };

/** The newest entries of the trail about one thing, with the way to all of them. */
export function LatestEntries({ filter }: { filter: Filter }) {
  const t = useT();
  const me = useMe();
  const query = { organizationId: 'all', ...filter, limit: latest };
  const logs = useQuery(ask('listAuditLogs', { query }));
  return (
    <Section
      title={t('users.history.title')}
      actions={
        <All to="/admin/audit-logs" search={{ organizationId: 'all', ...filter, from: '2000-01-01' }} />
      }
      list={
        <List
          label={t('users.history.title')}
          framed={false}
          query={logs}
          rows={logs.data?.logs}
          columns={[
            withActor(auditColumns(t, me)),
            {
              header: t('audit.columns.when'),
              cell: ({ createdAt }) => <When at={createdAt} />,
              phone: true,
            },
          ]}
          expect={4}
          details={{
            name: ({ action, userEmail }) =>
              t('audit.entry.name', {
                action: actionInWords(action),
                person: userEmail ?? t('audit.system'),
              }),
            content: (entry) => <EntryDetails entry={entry} />,
          }}
          empty={{ icon: IconHistory, title: t('users.history.empty') }}
        />
      }
    />
  );
}

/** Who acted goes below what happened: beside it, a long address would push the time out of the card. */
function withActor([what, who]: Column<AuditEntry>[]): Column<AuditEntry> {
  return {
    header: what?.header ?? '',
    cell: (entry) => (
      <Stack gap={2} align="flex-start">
        {what?.cell(entry)}
        <Text component="div" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {who?.cell(entry)}
        </Text>
      </Stack>
    ),
  };
}

export function UserHistory({ user }: { user: User }) {
  return <LatestEntries filter={{ userId: user.id }} />;
}

/** Mail to the address the account has now. */
export function UserEmails({ user: { email } }: { user: User }) {
  const t = useT();
  const emails = useQuery(ask('listEmails', { query: { to: email, limit: latest } }));
  return (
    <Section
      title={t('emails.title')}
      actions={<All to="/admin/emails" search={{ to: email }} />}
      list={
        <List
          label={t('emails.title')}
          framed={false}
          query={emails}
          rows={emails.data?.emails.filter(({ to }) => to === email)}
          columns={inHalfTheWidth(emailColumns(t))}
          expect={4}
          empty={{ icon: IconMail, title: t('emails.empty') }}
        />
      }
    />
  );
}

/** What a subject says anyway is left out, and a long one is cut short. */
function inHalfTheWidth<Row>([first, ...others]: Column<Row>[]): Column<Row>[] {
  return [...(first ? [{ ...first, shrinks: true as const }] : []), ...others.filter(({ from }) => !from)];
}

function All({ to, search }: { to: string; search: object }): ReactNode {
  const t = useT();
  return (
    <AnchorLink to={to} search={search as never} size="sm">
      {t('users.history.all')}
    </AnchorLink>
  );
}

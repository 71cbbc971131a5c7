import type { AuditEntry } from '@latchkey/contract';
import { Badge, Group, Text } from '@mantine/core';
import { type Texts, useT } from '../language/texts.ts';
import type { Me } from '../shell/me.ts';
import { formatRelative, formatStamp } from '../ui/dates.ts';
import { AnchorLink } from '../ui/link.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Usual } from '../ui/usual.tsx';
import { colorOf } from './audit-colors.ts';
import { actionInWords } from './audit-words.ts';
import { reasonInWords } from './reason-in-words.ts';

export const auditColumns = (t: Texts, me: Me): Column<AuditEntry>[] => [
  {
    header: t('audit.columns.what'),
    cell: (entry) => <What entry={entry} />,
  },
  {
    header: t('audit.columns.who'),
    cell: ({ userEmail, userId }) =>
      userEmail ? (
        <UserLink id={userId} email={userEmail} me={me} />
      ) : (
        <Text span inherit c="dimmed">
          {t('audit.system')}
        </Text>
      ),
    phone: true,
  },
  {
    header: t('audit.columns.target'),
    cell: ({ metadata }) => {
      const { targetUserId, targetEmail, email } = metadata as Record<string, string | undefined>;
      const shown = targetEmail ?? email;
      return shown && <UserLink id={targetUserId ?? null} email={shown} me={me} />;
    },
    from: 'md',
  },
  {
    header: t('audit.columns.ipAddress'),
    cell: ({ ipAddress }) => ipAddress && <bdi>{ipAddress}</bdi>,
    from: 'lg',
    className: 'numbers',
  },
  {
    header: t('audit.columns.when'),
    cell: ({ createdAt }) => (
      <span style={{ whiteSpace: 'nowrap' }}>
        {formatStamp(createdAt)}
        <Text span fz="xs" c="dimmed" ms={8} visibleFrom="xl">
          {formatRelative(createdAt, Date.now())}
        </Text>
      </span>
    ),
    phone: ({ createdAt }) => `${formatStamp(createdAt)} · ${formatRelative(createdAt, Date.now())}`,
    className: 'numbers',
  },
];

/** What deserves a look has a badge, and nothing else. */
function What({ entry: { action, metadata } }: { entry: AuditEntry }) {
  const t = useT();
  const color = colorOf(action);
  const words = actionInWords(action);
  if (!['red', 'yellow'].includes(color)) return words;
  const reason = color === 'red' && typeof metadata.reason === 'string' && metadata.reason;
  return (
    <Group gap="4px 8px">
      <Badge color={color}>{words}</Badge>
      {reason && <Usual>{reasonInWords(t, reason)}</Usual>}
    </Group>
  );
}

/** To the person's page, for readers who see everyone. */
function UserLink({ id, email, me }: { id: string | null; email: string; me: Me }) {
  if (!id || !me.permissions.includes('users:read')) return email;
  return (
    <AnchorLink to="/admin/users/$id" params={{ id }} inherit c="inherit">
      {email}
    </AnchorLink>
  );
}

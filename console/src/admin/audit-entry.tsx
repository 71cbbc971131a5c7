import type { AuditEntry } from '@latchkey/contract';
import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import { type Texts, useT } from '../language/texts.ts';
import type { Me } from '../shell/me.ts';
import { formatStamp } from '../ui/dates.ts';
import { AnchorLink } from '../ui/link.tsx';
import type { Column } from '../ui/list-table.tsx';
import { colorOf } from './audit-colors.ts';
import { actionInWords } from './audit-words.ts';
import { useOrganizationNames } from './organization-names.ts';

export const auditColumns = (t: Texts, me: Me): Column<AuditEntry>[] => [
  {
    header: t('audit.columns.what'),
    cell: ({ action }) => <Badge color={colorOf(action)}>{actionInWords(action)}</Badge>,
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
    cell: ({ createdAt }) => <span style={{ whiteSpace: 'nowrap' }}>{formatStamp(createdAt)}</span>,
    phone: true,
    className: 'numbers',
  },
];

/** To the person's page, for readers who see everyone. */
function UserLink({ id, email, me }: { id: string | null; email: string; me: Me }) {
  if (!id || !me.permissions.includes('users:read')) return email;
  return (
    <AnchorLink to="/admin/users/$id" params={{ id }} inherit c="inherit">
      {email}
    </AnchorLink>
  );
}

export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const t = useT();
  const { action, category, organizationId, ipAddress, userAgent, metadata, sealed } = entry;
  const organization = useOrganizationNames([organizationId])(organizationId);
  const facts = [
    [t('audit.entry.action'), action],
    [t('audit.entry.category'), t(`audit.categories.${category}`)],
    [t('audit.entry.ipAddress'), ipAddress ?? t('audit.entry.none')],
    [t('audit.entry.organization'), organization],
    [t('audit.entry.browser'), userAgent ?? t('audit.entry.none')],
    [t('audit.entry.seal'), t(sealed ? 'audit.entry.sealed' : 'audit.entry.notSealed')],
  ];
  return (
    <Stack gap="xs" py="xs" ps={{ base: 0, sm: 36 }}>
      <Group gap="4px 24px">
        {facts.map(
          ([label, value]) =>
            value && (
              <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
                <Text span inherit c="dimmed">
                  {label}{' '}
                </Text>
                <bdi>{value}</bdi>
              </Text>
            ),
        )}
      </Group>
      <Code block dir="ltr" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {JSON.stringify(metadata, null, 2)}
      </Code>
    </Stack>
  );
}

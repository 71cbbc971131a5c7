import type { AuditEntry } from '@latchkey/contract';
import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import { type Texts, useT } from '../language/texts.ts';
import { formatStamp } from '../ui/dates.ts';
import type { Column } from '../ui/list-table.tsx';
import { colorOf } from './audit-colors.ts';
import { actionInWords } from './audit-words.ts';
import { useOrganizationNames } from './organization-names.ts';

export const auditColumns = (t: Texts): Column<AuditEntry>[] => [
  {
    header: t('audit.columns.what'),
    cell: ({ action }) => <Badge color={colorOf(action)}>{actionInWords(action)}</Badge>,
  },
  {
    header: t('audit.columns.who'),
    cell: ({ userEmail }) =>
      userEmail ?? (
        <Text span inherit c="dimmed">
          {t('audit.system')}
        </Text>
      ),
    phone: true,
  },
  {
    header: t('audit.columns.ipAddress'),
    cell: ({ ipAddress }) => ipAddress && <bdi>{ipAddress}</bdi>,
    from: 'lg',
    className: 'numbers',
  },
  {
    header: t('audit.columns.when'),
    cell: ({ createdAt }) => formatStamp(createdAt),
    phone: true,
    className: 'numbers',
  },
];

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

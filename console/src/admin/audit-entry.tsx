import type { AuditEntry } from '@latchkey/contract';
import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import { formatStamp } from '../ui/dates.ts';
import type { Column } from '../ui/list-table.tsx';
import { inWords } from '../ui/words.ts';
import { colorOf } from './audit-colors.ts';
import { actionInWords } from './audit-words.ts';
import { useOrganizationNames } from './organization-names.ts';

export const auditColumns: Column<AuditEntry>[] = [
  { header: 'What', cell: ({ action }) => <Badge color={colorOf(action)}>{actionInWords(action)}</Badge> },
  {
    header: 'Who',
    cell: ({ userEmail }) =>
      userEmail ?? (
        <Text span inherit c="dimmed">
          System
        </Text>
      ),
    phone: true,
  },
  { header: 'IP address', cell: ({ ipAddress }) => ipAddress, from: 'lg', className: 'numbers' },
  {
    header: 'When',
    cell: ({ createdAt }) => formatStamp(createdAt),
    phone: true,
    className: 'numbers',
  },
];

export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { action, category, organizationId, ipAddress, userAgent, metadata, sealed } = entry;
  const organization = useOrganizationNames([organizationId])(organizationId);
  const facts = [
    ['Action', action],
    ['Category', inWords(category)],
    ['IP address', ipAddress ?? 'None'],
    ['Organization', organization],
    ['Browser', userAgent ?? 'None'],
    ['Seal', sealed ? 'Sealed' : 'Not sealed yet'],
  ];
  return (
    <Stack gap="xs" py="xs" pl={{ base: 0, sm: 36 }}>
      <Group gap="4px 24px">
        {facts.map(
          ([label, value]) =>
            value && (
              <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
                <Text span inherit c="dimmed">
                  {label}{' '}
                </Text>
                {value}
              </Text>
            ),
        )}
      </Group>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {JSON.stringify(metadata, null, 2)}
      </Code>
    </Stack>
  );
}

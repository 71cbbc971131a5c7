import type { ImportedLine } from '@latchkey/contract';
import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';
import { downloadTable } from '../ui/download.ts';
import type { ImportRun } from './use-import.ts';

const mostShown = 50;
const colors = { imported: 'green', exists: 'gray', refused: 'red' } as const;

export const countOf = (lines: readonly ImportedLine[], outcome: ImportedLine['outcome']) =>
  lines.filter((line) => line.outcome === outcome).length;

/** What became of the lines, or would: the refused ones first. */
export function ImportResult({ run: { lines, dryRun } }: { run: ImportRun }) {
  const t = useT();
  const refused = lines.filter(({ outcome }) => outcome === 'refused');
  const sorted = [...refused, ...lines.filter(({ outcome }) => outcome !== 'refused')];
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={550} className="numbers" aria-live="polite">
          {t(dryRun ? 'users.import.would' : 'users.import.did', {
            imported: countOf(lines, 'imported'),
            there: countOf(lines, 'exists'),
            refused: refused.length,
          })}
        </Text>
        {refused.length > 0 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => downloadRefused(refused)}
          >
            {t('users.import.download')}
          </Button>
        )}
      </Group>
      {lines.length > 0 && (
        <Table.ScrollContainer minWidth={300} maxHeight={280} tabIndex={0}>
          <Table aria-label={t('users.import.title')} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('users.import.line')}</Table.Th>
                <Table.Th>{t('users.create.email')}</Table.Th>
                <Table.Th>{t('users.import.outcome')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sorted.slice(0, mostShown).map((line) => (
                <Line key={line.line} line={line} dryRun={dryRun} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {sorted.length > mostShown && (
        <Text size="sm" c="dimmed">
          {t('users.import.more', { count: sorted.length - mostShown })}
        </Text>
      )}
    </Stack>
  );
}

function Line({ line: { line, email, outcome, reason }, dryRun }: { line: ImportedLine; dryRun: boolean }) {
  const t = useT();
  return (
    <Table.Tr>
      <Table.Td className="numbers">{line}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <bdi>{email ?? '–'}</bdi>
      </Table.Td>
      <Table.Td>
        <Badge color={colors[outcome]}>
          {t(
            dryRun && outcome === 'imported' ? 'users.import.outcome.new' : `users.import.outcome.${outcome}`,
          )}
        </Badge>
        {reason && (
          <Text size="xs" mt={4}>
            {reason}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function downloadRefused(lines: readonly ImportedLine[]): void {
  const rows = lines.map(({ line, email, reason }) => [line, email, reason]);
  downloadTable('refused-users.csv', [['line', 'email', 'reason'], ...rows]);
}

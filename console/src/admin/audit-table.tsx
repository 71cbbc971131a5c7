import type { AuditEntry } from '@latchkey/contract';
import { ActionIcon, Badge, Box, Code, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { elastic } from '../ui/list-parts.tsx';
import { formatDateTime } from '../ui/when.tsx';
import { colorOf } from './audit-look.ts';

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const [open, setOpen] = useState<string>();
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={36}>
              <VisuallyHidden>Details</VisuallyHidden>
            </Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th visibleFrom="sm">Who</Table.Th>
            <Table.Th visibleFrom="lg">Address</Table.Th>
            <Table.Th visibleFrom="sm">When</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Fragment key={entry.id}>
              <Row
                entry={entry}
                open={open === entry.id}
                onToggle={() => setOpen(open === entry.id ? undefined : entry.id)}
              />
              {open === entry.id && <Details entry={entry} />}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ entry, open, onToggle }: { entry: AuditEntry; open: boolean; onToggle: () => void }) {
  const who = entry.userEmail ?? 'System';
  const Icon = open ? IconChevronDown : IconChevronRight;
  return (
    <Table.Tr onClick={onToggle} style={{ cursor: 'pointer' }}>
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-expanded={open}
          aria-label={`Details of ${entry.action} by ${who}`}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <Icon size={16} />
        </ActionIcon>
      </Table.Td>
      <Table.Td {...elastic}>
        <Stack gap={2} align="flex-start">
          <Badge color={colorOf(entry.action)}>{entry.action}</Badge>
          <Box hiddenFrom="sm" maw="100%" c="dimmed">
            <Text size="sm" truncate>
              {who}
            </Text>
            <Text size="sm" className="numbers">
              {formatDateTime(entry.createdAt)}
            </Text>
          </Box>
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm" {...(!entry.userEmail && { c: 'dimmed' })}>
        {who}
      </Table.Td>
      <Table.Td visibleFrom="lg" className="numbers">
        {entry.ipAddress ?? '–'}
      </Table.Td>
      <Table.Td visibleFrom="sm" className="numbers">
        {formatDateTime(entry.createdAt)}
      </Table.Td>
    </Table.Tr>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  return (
    <Table.Tr>
      <Table.Td colSpan={5} maw={0}>
        <Stack gap="xs" py="xs" pl={{ base: 0, sm: 36 }}>
          <Group gap="lg">
            <Text size="sm">
              <Text span c="dimmed">
                Category{' '}
              </Text>
              {entry.category}
            </Text>
            <Text size="sm">
              <Text span c="dimmed">
                Address{' '}
              </Text>
              {entry.ipAddress ?? 'none'}
            </Text>
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {entry.userAgent ?? 'No browser'}
          </Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {JSON.stringify(entry.metadata, null, 2)}
          </Code>
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}

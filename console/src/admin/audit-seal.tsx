import { ActionIcon, Code, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { formatDateTime } from '../ui/dates.ts';

const refreshMs = 10_000;
const shownDigits = 16;

/** How far the chain goes, and the root to keep elsewhere. */
export function AuditSeal() {
  const { data: head } = useQuery({ ...ask('auditHead'), refetchInterval: refreshMs });
  if (!head) return null;
  const { sequence, root, sealedAt } = head;
  if (!root || !sealedAt)
    return (
      <Text size="sm" c="dimmed">
        No entry is sealed yet. This takes up to ten seconds.
      </Text>
    );
  return (
    <Group gap="xs" role="group" aria-label="Seal">
      <IconShieldCheck size={18} aria-hidden />
      <Text size="sm">
        Sealed up to {formatDateTime(sealedAt)} with seal {sequence}, root
      </Text>
      <Code>{root.slice(0, shownDigits)}…</Code>
      <CopyButton value={root}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy the full root to keep it elsewhere'}>
            <ActionIcon
              variant="subtle"
              size="sm"
              onClick={copy}
              aria-label={copied ? 'Copied' : 'Copy the root'}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}

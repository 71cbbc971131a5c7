import { ActionIcon, Code, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { formatDateTime } from '../ui/dates.ts';

const refreshMs = 10_000;
const shownDigits = 16;

/** How far the chain goes, and the root to keep elsewhere. */
export function AuditSeal() {
  const t = useT();
  const { data: head } = useQuery({ ...ask('auditHead'), refetchInterval: refreshMs });
  if (!head) return null;
  const { sequence, root, sealedAt } = head;
  if (!root || !sealedAt)
    return (
      <Text size="sm" c="dimmed">
        {t('audit.seal.none')}
      </Text>
    );
  return (
    <Group gap="xs" role="group" aria-label={t('audit.seal.label')}>
      <Group gap="xs" wrap="nowrap">
        <IconShieldCheck size={18} aria-hidden style={{ flexShrink: 0 }} />
        <Text size="sm">
          {t('audit.seal.upTo', { time: formatDateTime(sealedAt), sequence: String(sequence) })}
        </Text>
      </Group>
      <Code>{root.slice(0, shownDigits)}…</Code>
      <CopyButton value={root}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'audit.seal.copied' : 'audit.seal.copy.hint')}>
            <ActionIcon
              variant="subtle"
              size="sm"
              onClick={copy}
              aria-label={t(copied ? 'audit.seal.copied' : 'audit.seal.copy')}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}

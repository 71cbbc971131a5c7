import { ActionIcon, Code, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';

type Props = { label: string; value: string; note?: string | undefined };

/** A value to enter elsewhere, under the name it has there. */
export function CopyField({ label, value, note }: Props) {
  const t = useT();
  return (
    <Stack gap={4} miw={0}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code
          block
          flex={1}
          miw={0}
          px="sm"
          py={7}
          style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
        >
          {value}
        </Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? t('secret.copied') : t('copy.action')}>
              <ActionIcon
                variant="default"
                size={34}
                aria-label={t('copy.named', { name: label })}
                onClick={copy}
              >
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </Group>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  );
}

import { Group, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { label: ReactNode; value: string; percent: number };

/** A part of a whole: its number says how much, and the line shows it. */
export function Share({ label, value, percent }: Props) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" truncate>
          {label}
        </Text>
        <Text size="sm" className="numbers" style={{ whiteSpace: 'nowrap' }}>
          {value}
        </Text>
      </Group>
      <Progress value={percent} size="sm" aria-hidden />
    </Stack>
  );
}

import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = { kind: 'done' | 'mailed'; children: ReactNode; action?: ReactNode };

/** The result, and what to do next. Announced to screen readers because it replaces a form. */
export function Outcome({ kind, children, action }: Props) {
  return (
    <Stack role="status">
      <Group wrap="nowrap" align="flex-start">
        <ThemeIcon
          size={36}
          radius="xl"
          variant="light"
          {...(kind === 'done' && { color: 'green' })}
          aria-hidden
        >
          {kind === 'done' ? <IconCheck size={20} /> : <IconMail size={20} />}
        </ThemeIcon>
        <Text component="div" pt={6}>
          {children}
        </Text>
      </Group>
      {action}
    </Stack>
  );
}

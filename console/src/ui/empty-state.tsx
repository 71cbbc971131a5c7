import { createTheme, MantineThemeProvider, Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';

/** The filled button of a page is the one in its head. */
const quiet = createTheme({ components: { Button: { defaultProps: { variant: 'default' } } } });

type Props = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode };

/** Nothing here yet: why, and the next step. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon size={48} radius="xl" variant="light" color="gray" aria-hidden>
        {icon}
      </ThemeIcon>
      <Text fw={600} mt="xs">
        {title}
      </Text>
      {children && (
        <Text c="dimmed" size="sm" maw={420}>
          {children}
        </Text>
      )}
      <MantineThemeProvider theme={quiet}>{action}</MantineThemeProvider>
    </Stack>
  );
}

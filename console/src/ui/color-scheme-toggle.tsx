import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';

/** One button for light and dark, where space is tight. */
export function ColorSchemeToggle({ className }: { className?: string | undefined }) {
  const t = useT();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t(other === 'light' ? 'colorScheme.toLight' : 'colorScheme.toDark')}
      onClick={() => setColorScheme(other)}
      {...(className && { className })}
    >
      {other === 'light' ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  );
}

import { SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../language/texts.ts';

const choice = (value: string, name: string, icon: ReactNode) => ({
  value,
  label: (
    <>
      {icon}
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  ),
});

const style = { display: 'block', margin: '2px auto' };

/** Light, dark, or same as the system. */
export function ColorSchemeControl() {
  const t = useT();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choices = [
    choice('light', t('colorScheme.light'), <IconSun size={16} style={style} />),
    choice('auto', t('colorScheme.auto'), <IconDeviceDesktop size={16} style={style} />),
    choice('dark', t('colorScheme.dark'), <IconMoon size={16} style={style} />),
  ];
  return (
    <SegmentedControl
      aria-label={t('colorScheme.label')}
      size="xs"
      fullWidth
      data={choices}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
    />
  );
}

import { SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';

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
const choices = [
  choice('light', 'Light', <IconSun size={16} style={style} />),
  choice('auto', 'Same as system', <IconDeviceDesktop size={16} style={style} />),
  choice('dark', 'Dark', <IconMoon size={16} style={style} />),
];

/** Light, dark, or same as the system. */
export function ColorSchemeControl() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Color scheme"
      size="xs"
      fullWidth
      data={choices}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
    />
  );
}

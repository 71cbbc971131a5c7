import { Text } from '@mantine/core';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';

/** Shown before every reset and emailed code, because the page doesn't know whether the address was ever verified. */
export function ReclaimNote({ act }: { act: 'code' | 'password' }) {
  const t = useT();
  // Then every address counts as verified.
  if (branding.emailVerification === false) return null;
  return (
    <Text size="xs" c="dimmed">
      {t(`reclaim.${act}`)}
    </Text>
  );
}

import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../language/texts.ts';

/** `isOpen`: what they hold is there already, and is shown. */
type Props = { isOpen?: boolean; children: ReactNode };

/** The fields of a form that few need. They unfold by themselves if the service refuses one of them. */
export function Advanced({ isOpen = false, children }: Props) {
  const t = useT();
  return (
    <details open={isOpen}>
      <Text component="summary" size="sm" fw="var(--weight-strong)" w="fit-content">
        {t('form.advanced')}
      </Text>
      <Stack mt="sm">{children}</Stack>
    </details>
  );
}

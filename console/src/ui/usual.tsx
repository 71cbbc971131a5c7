import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A state that most have, beside badges for the others: words alone, so that what differs stands out. */
export function Usual({ children }: { children: ReactNode }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  );
}

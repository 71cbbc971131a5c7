import { useMatches } from '@mantine/core';

/** Whether the screen is as narrow as a phone. */
export function usePhone(): boolean {
  return useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
}

import { Skeleton, Stack } from '@mantine/core';

/** A placeholder for rows that are loading. */
export function RowsSkeleton({ rows = 8, height = 40 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="xs" aria-hidden>
      {[...Array(rows).keys()].map((row) => (
        <Skeleton key={row} h={height} />
      ))}
    </Stack>
  );
}

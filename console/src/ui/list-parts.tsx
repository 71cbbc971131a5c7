import { Group, Pagination, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

type Paging = {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  totalIsEstimate?: true | undefined;
};

/** Which rows are shown, and the way to the others. Keeps its height while loading. */
export function ListFooter({
  paging,
  onPage,
}: {
  paging: Paging | undefined;
  onPage: (page: number) => void;
}) {
  if (!paging) return <Skeleton h={32} />;
  const { page, limit, total, totalPages } = paging;
  if (total === 0) return null;
  const first = (page - 1) * limit + 1;
  const about = paging.totalIsEstimate ? 'about ' : '';
  return (
    <Group justify="space-between" mih={32}>
      <Text size="sm" c="dimmed" className="numbers" aria-live="polite">
        {first.toLocaleString()}–{Math.min(page * limit, total).toLocaleString()} of {about}
        {total.toLocaleString()}
      </Text>
      {totalPages > 1 && (
        <Pagination
          size="sm"
          total={totalPages}
          value={page}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `page ${item}` })}
        />
      )}
    </Group>
  );
}

/** On a phone this cell takes the width the others leave, and what is too long for it is cut short. */
export const elastic = { maw: { base: 0, sm: 'none' }, w: { base: '100%', sm: 'auto' } };

/** Rows of the list's own height while the first page of it is on its way. */
export function RowsSkeleton({ rows = 8, height = 44 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="xs" aria-hidden>
      {[...Array(rows).keys()].map((row) => (
        <Skeleton key={row} h={height} />
      ))}
    </Stack>
  );
}

type SearchProps = { value: string; onChange: (value: string) => void; label: string };

/** Searches while one types, a moment after the last key. */
export function SearchInput({ value, onChange, label }: SearchProps) {
  const [text, setText] = useState(value);
  const send = useDebouncedCallback(onChange, 300);
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
      flex={1}
      miw={200}
    />
  );
}

import { Group, type MantineBreakpoint, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';

type Props = {
  label: string;
  field: string;
  /** `field`, or `-field` for descending. */
  sort: string;
  onSort: (sort: string) => void;
  visibleFrom?: MantineBreakpoint;
};

/** A heading that sorts. Times begin with the newest, text with A. */
export function SortHeader({ label, field, sort, onSort, visibleFrom }: Props) {
  const state = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none';
  const first = field === 'email' ? field : `-${field}`;
  const next = state === 'none' ? first : state === 'ascending' ? `-${field}` : field;
  const Icon = state === 'none' ? IconArrowsSort : state === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th aria-sort={state} {...(visibleFrom && { visibleFrom })}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => onSort(next)}>
        <Group gap={6} wrap="nowrap">
          {label}
          <Icon size={14} aria-hidden />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}

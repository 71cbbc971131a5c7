import { ActionIcon, Group, type MantineBreakpoint, Table, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
} from '@tabler/icons-react';
import { useT } from '../language/texts.ts';
import { directionOf, nextSort } from './list-search.ts';

type HeaderProps = {
  column: { header: string; from?: MantineBreakpoint; sort?: string };
  sort: string;
  onSort: ((sort: string) => void) | undefined;
};

const icons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort };

/** A column heading, which sorts if the column can be sorted. */
export function SortHeader({ column, sort, onSort }: HeaderProps) {
  const { header, sort: by, from } = column;
  const width = from && { visibleFrom: from };
  if (!by || !onSort) return <Table.Th {...width}>{header}</Table.Th>;
  const direction = directionOf(sort, by);
  const SortIcon = icons[direction];
  return (
    <Table.Th aria-sort={direction} {...width}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => onSort(nextSort(sort, by))}>
        <Group gap={6} wrap="nowrap">
          {header}
          <SortIcon size={14} aria-hidden />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}

type ToggleProps = { name: string; opened: boolean; onToggle: () => void };

export function DetailsToggle({ name, opened, onToggle }: ToggleProps) {
  const t = useT();
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-expanded={opened}
      aria-label={t('list.detailsOf', { name })}
      onClick={onToggle}
    >
      <Chevron size={16} className="points" />
    </ActionIcon>
  );
}

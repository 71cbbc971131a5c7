import { Checkbox } from '@mantine/core';
import { useT } from '../language/texts.ts';
import type { Mark } from './list-table.tsx';

type Selection<Row> = {
  rows: readonly Row[];
  selected: ReadonlySet<string>;
  /** Says which row. */
  name: (row: Row) => string;
  onSelect: (rows: readonly Row[], on: boolean) => void;
};

/** Rows that something is to be done with: one by one, or all of the page. */
export function selectionOf<Row extends { id: string }>(selection: Selection<Row>): Mark<Row> {
  return {
    header: <SelectPage selection={selection} />,
    cell: (row) => <SelectRow row={row} selection={selection} />,
  };
}

function SelectPage<Row extends { id: string }>({
  selection: { rows, selected, onSelect },
}: {
  selection: Selection<Row>;
}) {
  const t = useT();
  const count = rows.filter(({ id }) => selected.has(id)).length;
  return (
    <Checkbox
      size="xs"
      aria-label={t('list.selectPage')}
      checked={count === rows.length}
      indeterminate={count > 0 && count < rows.length}
      onChange={() => onSelect(rows, count < rows.length)}
    />
  );
}

function SelectRow<Row extends { id: string }>({
  row,
  selection: { selected, name, onSelect },
}: {
  row: Row;
  selection: Selection<Row>;
}) {
  const t = useT();
  return (
    <Checkbox
      size="xs"
      aria-label={t('list.select', { name: name(row) })}
      checked={selected.has(row.id)}
      onChange={({ currentTarget: { checked } }) => onSelect([row], checked)}
    />
  );
}

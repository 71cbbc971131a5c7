import { Box, Group, type MantineBreakpoint, Table, Text, VisuallyHidden } from '@mantine/core';
import { Fragment, type MouseEvent, type ReactNode, useState } from 'react';
import { useT } from '../language/texts.ts';
import classes from './list.module.css';
import { DetailsToggle, SortHeader } from './list-table-parts.tsx';
import { usePhone } from './use-phone.ts';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Hidden below this width. On a phone, only what `phone` says is shown. */
  from?: MantineBreakpoint;
  /** On a phone: shown below the first cell, either as is or reworded if the value alone says too little. */
  phone?: true | ((row: Row) => ReactNode);
  /** For the first column: what it shows is cut short before a later column is. */
  shrinks?: true;
  /** Takes the width that the others leave: tables of the same kind then line up. */
  grows?: true;
  /** For the first column: how far to indent what is below it on a phone. */
  inset?: number;
  /** What its heading sorts by first: `email`, or `-createdAt` for the newest. */
  sort?: string;
  className?: string;
};

/** A control before the first cell, such as the one that selects the row. */
export type Mark<Row> = { header: ReactNode; cell: (row: Row) => ReactNode };

const markWidth = 36;

export type TableProps<Row> = {
  /** Names the table. */
  label: string;
  /** The first column is what a row is about, and is shown on every screen. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The controls at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** A click anywhere on the row. The first cell holds the link or button for everyone else. */
  onOpen?: (row: Row) => void;
  /** More about a row, shown below it; `name` says which row. */
  details?: { name: (row: Row) => string; content: (row: Row) => ReactNode };
  mark?: Mark<Row>;
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  busy?: boolean;
};

/** A table on tablets and up; on a phone, one cell per row with the key parts of the others below it. */
export function ListTable<Row extends { id: string }>(props: TableProps<Row>) {
  const t = useT();
  const { label, columns, rows, actions, details, mark, sort = '', onSort, busy = false } = props;
  const phone = usePhone();
  const [opened, setOpened] = useState<string>();
  const shown = phone ? columns.slice(0, 1) : columns;
  const toggle = ({ id }: Row) => setOpened(opened === id ? undefined : id);
  return (
    <Table.ScrollContainer minWidth={300} className={classes.table} aria-busy={busy}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {mark && <Table.Th w={markWidth}>{mark.header}</Table.Th>}
            {details && <HiddenHeader label={t('list.details')} width={36} />}
            {shown.map((column) => (
              <SortHeader key={column.header} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions && <HiddenHeader label={t('list.actions')} />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <ListRow
                {...props}
                row={row}
                columns={shown}
                under={phone ? columns.slice(1).filter((column) => column.phone) : []}
                opened={opened === row.id}
                onToggle={() => toggle(row)}
              />
              {details && opened === row.id && (
                <Table.Tr>
                  <Table.Td colSpan={shown.length + 1 + (actions ? 1 : 0) + (mark ? 1 : 0)} maw={0}>
                    {details.content(row)}
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function HiddenHeader({ label, width }: { label: string; width?: number }) {
  return (
    <Table.Th {...(width && { w: width })}>
      <VisuallyHidden>{label}</VisuallyHidden>
    </Table.Th>
  );
}

type RowProps<Row> = Omit<TableProps<Row>, 'rows'> & {
  row: Row;
  under: readonly Column<Row>[];
  opened: boolean;
  onToggle: () => void;
};

function ListRow<Row>(props: RowProps<Row>) {
  const { row, columns, under, actions, onOpen, details, mark, opened, onToggle } = props;
  const act = details ? onToggle : onOpen && (() => onOpen(row));
  const [first, ...others] = columns;
  return (
    <Table.Tr
      {...(act && {
        className: classes.clickable,
        onClick: (event: MouseEvent) => isOnRowItself(event) && act(),
      })}
    >
      {mark && <Table.Td>{mark.cell(row)}</Table.Td>}
      {details && (
        <Table.Td>
          <DetailsToggle name={details.name(row)} opened={opened} onToggle={onToggle} />
        </Table.Td>
      )}
      <Table.Td className={`${classes.first} ${first?.shrinks ? classes.shrinks : ''}`}>
        {first?.cell(row)}
        {under.length > 0 && (
          <Group gap="6px 12px" mt={6} ps={first?.inset ?? 0}>
            {under.map((column) => (
              <Under key={column.header} column={column} row={row} />
            ))}
          </Group>
        )}
      </Table.Td>
      {others.map((column) => (
        <Table.Td
          key={column.header}
          {...(column.from && { visibleFrom: column.from })}
          {...(column.grows && { w: '100%' })}
          {...(column.className && { className: column.className })}
        >
          <OrDash>{column.cell(row)}</OrDash>
        </Table.Td>
      ))}
      {actions && (
        <Table.Td>
          <Group justify="flex-end" wrap="nowrap" gap="xs">
            {actions(row)}
          </Group>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function Under<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const value = typeof column.phone === 'function' ? column.phone(row) : column.cell(row);
  if (isNothing(value)) return null;
  return (
    <Box fz="sm" c="dimmed" {...(column.className && { className: column.className })}>
      {value}
    </Box>
  );
}

/** Never leaves a cell blank. */
function OrDash({ children }: { children: ReactNode }) {
  if (!isNothing(children)) return children;
  return (
    <Text span inherit c="dimmed">
      –
    </Text>
  );
}

const isNothing = (value: ReactNode) => value === null || value === undefined || value === '';

/** Not on a control in the row, not in a dialog that belongs to it, and not the end of a text selection. */
function isOnRowItself({ target, currentTarget }: MouseEvent): boolean {
  const element = target as Element;
  if (!currentTarget.contains(element) || element.closest('a, button, input, label')) return false;
  return window.getSelection()?.isCollapsed ?? true;
}

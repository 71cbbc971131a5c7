import { Button, Card, Group, Stack } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../language/texts.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorNote } from './error-note.tsx';
import { ListFooter } from './list-footer.tsx';
import type { Paging } from './list-search.ts';
import { ListTable, type TableProps } from './list-table.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import type { ListState } from './use-list.ts';

type Props<Row> = Omit<TableProps<Row>, 'rows' | 'sort' | 'onSort' | 'busy'> & {
  query: { isPending: boolean; isPlaceholderData: boolean; error: unknown; refetch: () => unknown };
  rows: readonly Row[] | undefined;
  /** If a list has pages, filters or an order: its state from `useList`, and the paging from the service. */
  state?: ListState | undefined;
  paging?: Paging | undefined;
  /** The controls above it. */
  filters?: ReactNode;
  /** Shown if an unfiltered list has no rows. */
  empty: { icon: Icon; title: string; text?: ReactNode; action?: ReactNode };
  /** How many rows to expect while loading. */
  expect?: number;
  /** False: it is already in a card. */
  framed?: boolean;
};

/** Every list in the console: filters, loading, failure or empty state, rows, and paging. */
export function List<Row extends { id: string }>(props: Props<Row>) {
  const { query, rows, state, paging, filters, empty, expect = 8, framed = true, ...table } = props;
  const shown = rows !== undefined && rows.length > 0;
  const body = (
    <>
      {query.isPending && <RowsSkeleton rows={expect} />}
      {shown && (
        <ListTable
          {...table}
          rows={rows}
          busy={query.isPlaceholderData}
          {...(state && { sort: state.values.sort, onSort: (sort: string) => state.set({ sort }) })}
        />
      )}
      {rows?.length === 0 && <Nothing empty={empty} state={state} paging={paging} />}
    </>
  );
  const framedBody = framed ? <Card p={query.isPending ? 'md' : 0}>{body}</Card> : body;
  return (
    <Stack gap="md">
      {filters && <Group gap="sm">{filters}</Group>}
      <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      {(rows !== undefined || query.isPending) && framedBody}
      {state && <ListFooter paging={paging} onPage={(page) => state.set({ page })} />}
    </Stack>
  );
}

type NothingProps = Pick<Props<never>, 'empty' | 'state' | 'paging'>;

/** Why there are no rows: the page is past the end, the filters match none, or there are none. */
function Nothing({ empty, state, paging }: NothingProps) {
  const t = useT();
  const icon = <empty.icon size={24} />;
  if (state && paging && paging.total > 0)
    return (
      <EmptyState
        icon={icon}
        title={t('list.emptyPage')}
        action={
          <Button variant="default" onClick={() => state.set({ page: 1 })}>
            {t('list.firstPage')}
          </Button>
        }
      >
        {t('list.emptyPageText')}
      </EmptyState>
    );
  if (state?.filtered)
    return (
      <EmptyState
        icon={icon}
        title={t('list.noMatches')}
        action={
          <Button variant="default" onClick={state.clearFilters}>
            {t('list.clear')}
          </Button>
        }
      >
        {t('list.noMatchesText')}
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title={empty.title} action={empty.action}>
      {empty.text}
    </EmptyState>
  );
}

import { Group, Pagination, Skeleton, Text } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { type Paging, rangeOf } from './list-search.ts';

type Props = { paging: Paging | undefined; onPage: (page: number) => void };

/** Which rows are shown, and links to the others. Keeps its height while loading. */
export function ListFooter({ paging, onPage }: Props) {
  const t = useT();
  if (!paging) return <Skeleton h={32} />;
  const { page, total, totalPages } = paging;
  if (total === 0) return null;
  return (
    <Group justify="space-between" mih={32}>
      <Text size="sm" c="dimmed" className="numbers" aria-live="polite">
        {rangeOf(paging)}
      </Text>
      {totalPages > 1 && (
        <Pagination
          size="sm"
          total={totalPages}
          value={page}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': t(`list.page.${control}`) })}
          getItemProps={(item) => ({ 'aria-label': t('list.page', { page: item }) })}
        />
      )}
    </Group>
  );
}

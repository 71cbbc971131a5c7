import type { CheckSubscriber } from '@latchkey/contract';
import { Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { ConfirmEverywhere } from '../shell/confirm-everywhere.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { When } from '../ui/when.tsx';

const again = { refetchInterval: 5000 };

const columnsOf = (t: Texts): Column<CheckSubscriber>[] => {
  const inMs = (ms: number | null) =>
    ms === null ? '–' : t('checks.ms', { ms: ms.toLocaleString(t.locale) });
  return [
    {
      header: t('checks.columns.process'),
      cell: ({ name, keyId, ipAddress }) => (
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={550} truncate dir="auto">
            {keyId === null ? t('checks.session') : name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            <bdi dir="ltr">{ipAddress}</bdi>
          </Text>
        </Stack>
      ),
    },
    {
      header: t('checks.columns.bound'),
      cell: ({ maxStalenessMs }) => inMs(maxStalenessMs),
      phone: ({ maxStalenessMs }) => `${t('checks.columns.bound')}: ${inMs(maxStalenessMs)}`,
      className: 'numbers',
    },
    {
      header: t('checks.columns.behind'),
      cell: ({ behindMs }) => inMs(behindMs),
      phone: ({ behindMs }) => `${t('checks.columns.behind')}: ${inMs(behindMs)}`,
      className: 'numbers',
    },
    { header: t('checks.columns.asked'), cell: ({ lastAskedAt }) => <When at={lastAskedAt} />, from: 'md' },
  ];
};

export function ChecksPage() {
  const t = useT();
  const found = useQuery({ ...ask('listCheckSubscribers'), ...again });
  return (
    <Page title={t('checks.title')} description={t('checks.description')}>
      <ConfirmEverywhere />
      <List
        label={t('checks.title')}
        query={found}
        rows={found.data?.subscribers}
        columns={columnsOf(t)}
        expect={3}
        empty={{ icon: IconCircleCheck, title: t('checks.empty.title'), text: t('checks.empty.text') }}
      />
    </Page>
  );
}

import { type Setting, type SettingGroup, settingGroups } from '@latchkey/contract';
import { Code, Stack, Text, Title } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useList } from '../ui/use-list.ts';
import { Health } from './health.tsx';
import { SetUp } from './set-up.tsx';
import { TestEmail } from './test-email.tsx';

const defaults = { page: 1, search: '' };

/** What an operator looks at first: how the service is doing, then how it is set up. */
export function SettingsPage() {
  const t = useT();
  const list = useList(defaults);
  const found = useQuery(ask('getSettings'));
  const searched = list.values.search.trim().toUpperCase().replaceAll(' ', '_');
  const rows = found.data?.settings
    .filter(({ variable }) => variable.includes(searched))
    .map((setting) => ({ ...setting, id: setting.variable }));
  const shown = settingGroups.filter((group) => rows?.some((row) => row.group === group));
  return (
    <Page title={t('settings.title')} description={t('settings.description')} actions={<TestEmail />}>
      <Health />
      {found.data && <SetUp settings={found.data} />}
      <Stack gap="md">
        <Title order={2}>{t('settings.variables')}</Title>
        <SearchInput
          label={t('settings.find')}
          value={list.values.search}
          onChange={(search) => list.set({ search }, { replace: true })}
        />
        {rows && shown.length > 0 ? (
          shown.map((group) => (
            <Stack key={group} gap="xs">
              <Title order={3}>{t(`settings.groups.${group}`)}</Title>
              <Variables group={group} query={found} rows={rows.filter((row) => row.group === group)} />
            </Stack>
          ))
        ) : (
          <Variables group="service" query={found} rows={rows} state={list} />
        )}
      </Stack>
    </Page>
  );
}

type Row = Setting & { id: string };
type VariablesProps = {
  group: SettingGroup;
  query: Parameters<typeof List>[0]['query'];
  rows: readonly Row[] | undefined;
  state?: ReturnType<typeof useList>;
};

function Variables({ group, query, rows, state }: VariablesProps) {
  const t = useT();
  const title = t(`settings.groups.${group}`);
  return (
    <List
      label={title}
      query={query}
      rows={rows}
      columns={columnsOf(t)}
      state={state}
      empty={{ icon: IconAdjustments, title }}
    />
  );
}

const columnsOf = (t: Texts): Column<Row>[] => [
  {
    header: t('settings.columns.variable'),
    cell: ({ variable }) => (
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }} dir="ltr" ta="start">
        {variable}
      </Text>
    ),
    // The tables of all groups line up.
    shrinks: true,
  },
  {
    header: t('settings.columns.value'),
    cell: (row) => <Value setting={row} />,
    grows: true,
    phone: true,
  },
  {
    header: t('settings.columns.source'),
    cell: ({ isSet }) => (
      <Text size="sm" {...(!isSet && { c: 'dimmed' })}>
        {t(isSet ? 'settings.isSet' : 'settings.isDefault')}
      </Text>
    ),
    from: 'sm',
  },
];

function Value({ setting: { value, secret, isSet } }: { setting: Setting }) {
  const t = useT();
  if (typeof value === 'string' || typeof value === 'number')
    return (
      <Code style={{ overflowWrap: 'anywhere' }}>
        <bdi dir="ltr">{String(value)}</bdi>
      </Code>
    );
  if (typeof value === 'boolean') return <Text size="sm">{t(value ? 'settings.on' : 'settings.off')}</Text>;
  return (
    <Text size="sm" c="dimmed">
      {t(secret && isSet ? 'settings.hidden' : 'settings.none')}
    </Text>
  );
}

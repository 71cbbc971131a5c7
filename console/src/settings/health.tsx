import type { HealthFigure, HealthState, ServiceHealth } from '@latchkey/contract';
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { IconHeartbeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { AnchorLink } from '../ui/link.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { When } from '../ui/when.tsx';
import { endingInWords } from './ending-words.ts';
import { lists } from './health-lists.ts';

type Area = ServiceHealth['areas'][number];
type Ending = ServiceHealth['ending'][number];

/** While someone watches an incident, the figures follow it. */
const again = { refetchInterval: 10_000 };

const colors: Record<HealthState, string> = { ok: 'green', warning: 'yellow', fault: 'red' };

export function Health() {
  const t = useT();
  const found = useQuery({ ...ask('getHealth'), ...again });
  const ending = found.data?.ending.map((each, nth) => ({ ...each, id: String(nth) })) ?? [];
  return (
    <Stack gap="md">
      <Title order={2}>{t('settings.health')}</Title>
      <List
        label={t('settings.health')}
        query={found}
        rows={found.data?.areas.map((each) => ({ ...each, id: each.area }))}
        columns={areaColumns(t)}
        empty={{ icon: IconHeartbeat, title: t('settings.health') }}
      />
      {ending.length > 0 && (
        <List
          label={t('settings.ending')}
          query={found}
          rows={ending}
          columns={endingColumns(t)}
          empty={{ icon: IconHeartbeat, title: t('settings.ending') }}
        />
      )}
    </Stack>
  );
}

const areaColumns = (t: Texts): Column<Area & { id: string }>[] => [
  {
    header: t('settings.columns.area'),
    cell: ({ area }) => {
      const list = lists[area];
      const name = t(`settings.areas.${area}`);
      if (!list) return <Text size="sm">{name}</Text>;
      return (
        <AnchorLink to={list.to} search={list.search as never} size="sm">
          {name}
        </AnchorLink>
      );
    },
  },
  {
    header: t('settings.columns.state'),
    cell: ({ state }) =>
      state === 'ok' ? (
        <Text size="sm" c="dimmed">
          {t('settings.states.ok')}
        </Text>
      ) : (
        <Badge color={colors[state]}>{t(`settings.states.${state}`)}</Badge>
      ),
    phone: true,
  },
  {
    header: t('settings.columns.figures'),
    cell: ({ figures }) => (
      <Group gap="md">
        {figures.map(({ name, value }) => (
          <Text key={name} size="sm" className="numbers">
            <Text span inherit c="dimmed">
              {t(`settings.figures.${name}`)}
            </Text>{' '}
            {inWords({ name, value }, t.locale)}
          </Text>
        ))}
      </Group>
    ),
    phone: true,
  },
];

const endingColumns = (t: Texts): Column<Ending & { id: string }>[] => [
  {
    header: t('settings.ending'),
    cell: (each) => (
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={550} truncate dir="auto">
          {each.name}
        </Text>
        <Text size="sm" c="dimmed" truncate dir="auto">
          {endingInWords(t, each)}
        </Text>
      </Stack>
    ),
  },
  { header: t('settings.columns.ends'), cell: ({ endsAt }) => <When at={endsAt} />, phone: true },
];

/** "12 MB", "5 min", "3". */
function inWords({ name, value }: HealthFigure, locale: string): string {
  const as = (number: number, unit: string) =>
    number.toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits: 0 });
  if (name === 'sizeBytes') return as(value / 1_000_000, 'megabyte');
  if (name === 'oldestSeconds' || name === 'behindSeconds')
    return value < 120 ? as(value, 'second') : as(value / 60, 'minute');
  return value.toLocaleString(locale);
}

import { Card, ColorSwatch, Group, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { BarChart } from '../ui/bar-chart.tsx';
import { ErrorNote } from '../ui/error-note.tsx';

type Props = { days: number; organizationId?: string | undefined; height?: number };

/** Sign-ins and failures, day by day. */
export function ActivityChart({ days, organizationId, height = 150 }: Props) {
  const t = useT();
  // Numbers leave room for more days where the names of months don't: 11月18日, 18 de nov.
  const month = /^(ja|ko|pt|zh)\b/.test(t.locale) ? 'numeric' : 'short';
  const short = new Intl.DateTimeFormat(t.locale, { day: 'numeric', month, timeZone: 'UTC' });
  const full = new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const series = [
    { label: t('activity.successful'), color: 'green.6' },
    { label: t('activity.failed'), color: 'red.6' },
  ];
  const activity = useQuery(ask('auditActivity', { query: { days, organizationId } }));
  const bars = activity.data?.days.map(({ date, signIns, failures }) => ({
    key: date,
    label: short.format(new Date(date)),
    title: full.format(new Date(date)),
    values: [signIns, failures],
  }));
  return (
    <Card component="section" aria-labelledby="activity">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="activity">
          {t('activity.title')}
        </Title>
        <Group gap="md">
          {series.map(({ label, color }) => (
            <Group key={label} gap={6} wrap="nowrap">
              <ColorSwatch size={10} color={`var(--mantine-color-${color.replace('.', '-')})`} aria-hidden />
              <Text size="sm">{label}</Text>
            </Group>
          ))}
          <Text size="sm" c="dimmed">
            {t('activity.range', { days })}
          </Text>
        </Group>
      </Group>
      <ErrorNote error={activity.error} onRetry={() => void activity.refetch()} />
      {activity.isPending && <Skeleton h={height} mb="lg" />}
      {bars && <BarChart label={t('activity.title')} series={series} bars={bars} height={height} />}
    </Card>
  );
}

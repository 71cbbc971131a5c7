import { AreaChart } from '@mantine/charts';
import { Card, ColorSwatch, Group, Skeleton, Text, Title, useDirection } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import '@mantine/charts/styles.css';

type Props = { days: number; organizationId?: string | undefined; height?: number };

/** Sign-ins and failures, day by day. Time runs in the direction in which people read. */
export function ActivityChart({ days, organizationId, height = 150 }: Props) {
  const t = useT();
  const reversed = useDirection().dir === 'rtl';
  // Numbers leave room for more days where the names of months don't: 11月18日, 18 de nov.
  const month = /^(ja|ko|pt|zh)\b/.test(t.locale) ? 'numeric' : 'short';
  const short = new Intl.DateTimeFormat(t.locale, { day: 'numeric', month, timeZone: 'UTC' });
  const series = [
    { name: 'signIns', label: t('activity.successful'), color: 'green.6' },
    { name: 'failures', label: t('activity.failed'), color: 'red.6' },
  ];
  const activity = useQuery(ask('auditActivity', { query: { days, organizationId } }));
  // Charts set their texts from left to right, which would put the day after the month in Arabic.
  const mark = reversed ? '\u200f' : '';
  const data = activity.data?.days.map((day) => ({ ...day, date: mark + short.format(new Date(day.date)) }));
  return (
    <Card component="section" aria-labelledby="activity">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="activity">
          {t('activity.title')}
        </Title>
        <Group gap="md">
          {series.map(({ name, label, color }) => (
            <Group key={name} gap={6} wrap="nowrap">
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
      {activity.isPending && <Skeleton h={height} />}
      {data && (
        <AreaChart
          h={height}
          data={data}
          dataKey="date"
          curveType="monotone"
          withGradient
          withDots={false}
          tickLine="none"
          gridAxis="x"
          strokeWidth={2}
          xAxisProps={{ reversed, interval: 'equidistantPreserveStart' }}
          yAxisProps={{
            allowDecimals: false,
            width: 36,
            tickCount: height < 200 ? 3 : 5,
            orientation: reversed ? 'right' : 'left',
            // The gap between labels and lines is on the other side, too.
            tick: { transform: `translate(${reversed ? 10 : -10}, 0)`, fontSize: 12, fill: 'currentColor' },
          }}
          valueFormatter={(value) => value.toLocaleString(t.locale)}
          series={series}
        />
      )}
    </Card>
  );
}

import type { Statistics } from '@latchkey/contract';
import { Card, ColorSwatch, Group, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { BarChart } from '../ui/bar-chart.tsx';
import { formatLocale } from '../ui/dates.ts';
import { ErrorNote } from '../ui/error-note.tsx';

/** From this moment to the last of that one. */
type Ends = { from: string; to: string };
type SignInBar = Ends & { label: string; title: string; signIns: number; failures: number };

type Props = { days: number; organizationId?: string | undefined; height?: number };

/** Sign-ins and failures, day by day. */
export function ActivityChart({ days, organizationId, height = 150 }: Props) {
  const t = useT();
  // Numbers leave room for more days where the names of months don't: 11月18日, 18 de nov.
  const month = /^(ja|ko|pt|zh)\b/.test(t.locale) ? 'numeric' : 'short';
  const short = new Intl.DateTimeFormat(formatLocale(t.locale), { day: 'numeric', month, timeZone: 'UTC' });
  const full = new Intl.DateTimeFormat(formatLocale(t.locale), { dateStyle: 'medium', timeZone: 'UTC' });
  const activity = useQuery(ask('auditActivity', { query: { days, organizationId } }));
  const bars = activity.data?.days.map(({ date, ...counts }) => ({
    ...counts,
    from: `${date}T00:00:00.000Z`,
    to: `${date}T23:59:59.999Z`,
    label: short.format(new Date(date)),
    title: full.format(new Date(date)),
  }));
  return (
    <>
      <ErrorNote error={activity.error} onRetry={() => void activity.refetch()} />
      {!activity.error && <SignInChart bars={bars} range={t('activity.range', { days })} height={height} />}
    </>
  );
}

const hourMs = 3_600_000;

/** The same of one day, hour by hour. */
export function HourChart({ hours, height }: { hours: Statistics['hours'] | undefined; height: number }) {
  const t = useT();
  const short = new Intl.DateTimeFormat(formatLocale(t.locale), { hour: 'numeric' });
  const full = new Intl.DateTimeFormat(formatLocale(t.locale), { dateStyle: 'medium', timeStyle: 'short' });
  const bars = hours?.map(({ at, ...counts }) => {
    const begin = new Date(at);
    const to = new Date(begin.getTime() + hourMs - 1).toISOString();
    return { ...counts, from: at, to, label: short.format(begin), title: full.format(begin) };
  });
  return <SignInChart bars={bars} range={t('activity.hours', { hours: 24 })} height={height} />;
}

type ChartProps = {
  bars: readonly SignInBar[] | undefined;
  range: string;
  height: number;
};

/** A bar leads to what it counts: to the failures, if there are any. */
function SignInChart({ bars, range, height }: ChartProps) {
  const t = useT();
  const navigate = useNavigate();
  const series = [
    { label: t('activity.successful'), color: 'green.6' },
    { label: t('activity.failed'), color: 'red.6' },
  ];
  const shown = bars?.map((bar) => ({ ...bar, key: bar.from, values: [bar.signIns, bar.failures] }));
  const open = ({ key }: { key: string }) => {
    const bar = bars?.find(({ from }) => from === key);
    if (!bar) return;
    const { from, to, failures } = bar;
    const action = failures > 0 ? 'AUTH_LOGIN_FAILURE' : 'AUTH_LOGIN_SUCCESS';
    void navigate({ to: '/admin/audit-logs', search: { action, from, to } as never });
  };
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
            {range}
          </Text>
        </Group>
      </Group>
      {!shown && <Skeleton h={height} mb="lg" />}
      {shown && (
        <BarChart label={t('activity.title')} series={series} bars={shown} height={height} onPick={open} />
      )}
    </Card>
  );
}

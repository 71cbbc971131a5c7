import type { AuditSummary } from '@latchkey/contract';
import {
  ColorSwatch,
  Group,
  Skeleton,
  Stack,
  Text,
  Tooltip,
  UnstyledButton,
  useDirection,
} from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { type Texts, useT } from '../language/texts.ts';
import { formatDateTime, formatDay, formatStamp } from '../ui/dates.ts';
import classes from './audit-chart.module.css';

type Bar = AuditSummary['bars'][number];
type Props = { bars: readonly Bar[] | undefined; onChoose: (range: { from: string; to: string }) => void };

const told = (t: Texts, { from, to, events, failures, atLeast }: Bar) =>
  t(atLeast ? 'audit.chart.barAtLeast' : 'audit.chart.bar', {
    from: formatStamp(from),
    to: formatStamp(to),
    events,
    failures,
  });

const daysMs = 2 * 86_400_000;

/** How the ends of this span are written: by the day, or in a shorter one by the minute. */
const endsOf = (from: string, to: string) =>
  Date.parse(to) - Date.parse(from) > daysMs ? formatDay : formatDateTime;

/** What the list holds over time. A bar leads to its entries; arrow keys go from bar to bar. */
export function AuditChart({ bars, onChoose }: Props) {
  const t = useT();
  if (!bars) return <Skeleton h={120} />;
  const [first, last] = [bars[0], bars.at(-1)];
  const end = first && last ? endsOf(first.from, last.to) : formatDay;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="md">
        <Text size="sm" c="dimmed">
          {t('audit.chart.hint')}
        </Text>
        <Group gap="md">
          <Legend color="var(--mantine-primary-color-filled)" label={t('audit.chart.others')} />
          <Legend color="var(--mantine-color-red-filled)" label={t('audit.chart.failures')} />
        </Group>
      </Group>
      <Bars bars={bars} onChoose={onChoose} />
      {first && last && (
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {end(first.from)}
          </Text>
          <Text size="xs" c="dimmed">
            {end(last.to)}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

function Legend({ color, label }: { color: string; label: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <ColorSwatch size={10} color={color} aria-hidden />
      <Text size="sm">{label}</Text>
    </Group>
  );
}

function Bars({ bars, onChoose }: Props & { bars: readonly Bar[] }) {
  const t = useT();
  const [at, setAt] = useState(0);
  const back = useDirection().dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  const current = Math.min(at, bars.length - 1);
  const highest = Math.max(1, ...bars.map(({ events }) => events));
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const goals: Record<string, number> = {
      ArrowLeft: 1,
      ArrowRight: 1,
      Home: -bars.length,
      End: bars.length,
    };
    const by = goals[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = current + (event.key === back ? -by : by);
    const goal = Math.max(0, Math.min(bars.length - 1, next));
    event.currentTarget.querySelectorAll('button')[goal]?.focus();
  };
  return (
    <div role="toolbar" aria-label={t('audit.chart.label')} className={classes.bars} onKeyDown={move}>
      {bars.map((bar, nth) => (
        <Tooltip
          key={bar.from}
          label={told(t, bar)}
          openDelay={0}
          events={{ hover: true, focus: true, touch: true }}
        >
          <UnstyledButton
            className={classes.bar}
            aria-label={told(t, bar)}
            tabIndex={nth === current ? 0 : -1}
            onFocus={() => setAt(nth)}
            onClick={() => onChoose({ from: bar.from, to: bar.to })}
          >
            <span
              className={classes.others}
              style={{ height: shareOf(bar.events - bar.failures, highest) }}
            />
            <span className={classes.failures} style={{ height: shareOf(bar.failures, highest) }} />
          </UnstyledButton>
        </Tooltip>
      ))}
    </div>
  );
}

/** Few are seen beside many, too. */
function shareOf(count: number, highest: number): string {
  return count > 0 ? `max(2px, ${(count / highest) * 100}%)` : '0';
}

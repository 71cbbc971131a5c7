import { Box, Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useT } from '../language/texts.ts';
import classes from './bar-chart.module.css';
import { ticksFor } from './ticks.ts';
import { usePhone } from './use-phone.ts';

/** `label` fits below a bar; `title` names it in full. `values` are in the order of the series. */
type Bar = { key: string; label: string; title: string; values: readonly number[] };
type Series = { label: string; color: string };

type Props = {
  label: string;
  series: readonly Series[];
  bars: readonly Bar[];
  height?: number;
  /** Where a bar leads, if anywhere. */
  onPick?: (bar: Bar) => void;
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Counts side by side, one bar each, in the direction in which people read. */
export function BarChart({ label, series, bars, height = 150, onPick }: Props) {
  const t = useT();
  const phone = usePhone();
  const ticks = ticksFor(Math.max(0, ...bars.map(({ values }) => sum(values))), height < 200 ? 2 : 4);
  const every = Math.ceil(bars.length / (phone ? 4 : 8));
  return (
    <Box
      className={classes.chart}
      h={height}
      mt="xs"
      mb="lg"
      __vars={{ '--steps': String(ticks.length - 1) }}
    >
      <div className={classes.ticks} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick}>{tick.toLocaleString(t.locale)}</span>
        ))}
      </div>
      <ul className={classes.bars} aria-label={label}>
        {bars.map((bar, at) => (
          <li key={bar.key} className={classes.bar}>
            <Column bar={bar} series={series} top={ticks.at(-1) ?? 1} onPick={onPick} />
            {at % every === 0 && (
              <span className={classes.label} aria-hidden>
                {bar.label}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Box>
  );
}

type ColumnProps = { bar: Bar; series: readonly Series[]; top: number; onPick: Props['onPick'] };

function Column({ bar, series, top, onPick }: ColumnProps) {
  const t = useT();
  const lines = series.map((each, at) => `${each.label} ${(bar.values[at] ?? 0).toLocaleString(t.locale)}`);
  const parts = (
    <>
      <VisuallyHidden>{[bar.title, ...lines].join(', ')}</VisuallyHidden>
      {series.map(({ label, color }, at) => (
        <Box key={label} bg={color} h={`${((bar.values[at] ?? 0) / top) * 100}%`} />
      ))}
    </>
  );
  const told = [bar.title, ...lines].map((line) => (
    <Text key={line} size="xs">
      {line}
    </Text>
  ));
  return (
    <Tooltip label={told} openDelay={0} events={{ hover: true, focus: true, touch: true }}>
      {onPick ? (
        <UnstyledButton className={classes.column} onClick={() => onPick(bar)}>
          {parts}
        </UnstyledButton>
      ) : (
        <div className={classes.column}>{parts}</div>
      )}
    </Tooltip>
  );
}

import { Text, type TextProps, Tooltip } from '@mantine/core';

const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export const formatDateTime = (iso: string) => absolute.format(new Date(iso));
export const formatDay = (iso: string) => day.format(new Date(iso));

/** "3 minutes ago", "in 2 days". */
function formatRelative(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : 'just now';
}

type Props = TextProps & { at: string | null; never?: string };

/** A moment as people say it, with the exact time on hover and focus. */
export function When({ at, never = 'Never', ...props }: Props) {
  if (!at)
    return (
      <Text span inherit c="dimmed" {...props}>
        {never}
      </Text>
    );
  return (
    <Tooltip label={formatDateTime(at)} events={{ hover: true, focus: true, touch: true }}>
      <Text span inherit {...props}>
        <time dateTime={at}>{formatRelative(at)}</time>
      </Text>
    </Tooltip>
  );
}

import { Text, type TextProps, Tooltip } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { formatDateTime, formatRelative } from './dates.ts';

type Props = TextProps & { at: string | null; never?: string };

/** A time as people say it, with the exact time on hover and focus. */
export function When({ at, never, ...props }: Props) {
  const t = useT();
  if (!at)
    return (
      <Text span inherit c="dimmed" {...props}>
        {never ?? t('time.never')}
      </Text>
    );
  return (
    <Tooltip label={formatDateTime(at)} events={{ hover: true, focus: true, touch: true }}>
      <Text span inherit style={{ whiteSpace: 'nowrap' }} {...props}>
        <time dateTime={at}>{formatRelative(at, Date.now())}</time>
      </Text>
    </Tooltip>
  );
}

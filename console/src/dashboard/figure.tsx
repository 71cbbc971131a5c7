import { Card, Stack, Text } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { useT } from '../language/texts.ts';
import { AnchorLink } from '../ui/link.tsx';

type Props = {
  label: string;
  /** `before`: null if it isn't known. */
  figure: { count: number; before: number | null };
  isEstimate?: boolean | undefined;
  to: NonNullable<LinkProps['to']>;
  search: object;
};

/** A number beside the same of the period before. It leads to what it counts. */
export function Figure({ label, figure: { count, before }, isEstimate, to, search }: Props) {
  const t = useT();
  return (
    <Card padding="md">
      <Stack gap={2}>
        <AnchorLink to={to} search={search as never} size="sm">
          {label}
        </AnchorLink>
        <Text fw={620} size="xl" className="numbers">
          {isEstimate ? t('dashboard.about', { count }) : count.toLocaleString(t.locale)}
        </Text>
        <Text size="sm" c="dimmed" className="numbers">
          {before !== null &&
            (before > 0
              ? t('dashboard.change', changeOf(count, before, t.locale))
              : t('dashboard.noneBefore'))}
        </Text>
      </Stack>
    </Card>
  );
}

function changeOf(count: number, before: number, locale: string) {
  const change = ((count - before) / before).toLocaleString(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  });
  return { change, before };
}

import { SegmentedControl } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { quickRangeOf, quickRanges } from './audit-query.ts';

type Props = {
  values: { from: string; to: string; range: string };
  onChange: (patch: { from: string; to: string; range: string }) => void;
};

/** The usual stretches of time, at one click. None is shown as chosen while the ends are chosen themselves. */
export function AuditRanges({ values, onChange }: Props) {
  const t = useT();
  return (
    <SegmentedControl
      aria-label={t('audit.ranges.label')}
      data={quickRanges.map((value) => ({ value, label: t(`audit.ranges.${value}`) }))}
      value={quickRangeOf(values) ?? ''}
      onChange={(value) => onChange({ from: '', to: '', range: value === '7d' ? '' : value })}
    />
  );
}

import { t } from '../language/texts.ts';

/** When an earlier secret ends after a rotation, in hours. New objects each time: a select keeps the label of one it knows. */
export const overlaps = () =>
  (['0', '1', '24', '72', '168'] as const).map((value) => ({
    value: value as string,
    label: t(`overlap.${value}`),
  }));

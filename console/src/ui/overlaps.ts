import { t } from '../language/texts.ts';

/** When an earlier secret ends after a rotation, in hours. Labels are read anew each time: the language may change. */
export const overlaps = (['0', '1', '24', '72', '168'] as const).map((value) => ({
  value: value as string,
  get label() {
    return t(`overlap.${value}`);
  },
}));

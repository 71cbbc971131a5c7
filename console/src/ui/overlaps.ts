import { t } from '../language/texts.ts';

/** When an earlier secret ends after a rotation, in hours. Made anew each time: the language may change. */
export function overlaps(): { value: string; label: string }[] {
  return (['0', '1', '24', '72', '168'] as const).map((value) => ({ value, label: t(`overlap.${value}`) }));
}

import type { MantineColorsTuple } from '@mantine/core';

type Rgb = [number, number, number];

const rgbOf = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const hexOf = (rgb: number[]) =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mix = (one: Rgb, other: Rgb, share: number) =>
  hexOf(one.map((part, at) => part + ((other[at] ?? 0) - part) * share));

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** Ten shades around one color, the color itself at 6. */
export function shadesOf(hex: string): MantineColorsTuple {
  const base = rgbOf(hex);
  const lighter = [0.92, 0.84, 0.7, 0.54, 0.36, 0.18].map((share) => mix(base, white, share));
  const darker = [0.12, 0.24, 0.36].map((share) => mix(base, black, share));
  return [...lighter, hex, ...darker] as unknown as MantineColorsTuple;
}

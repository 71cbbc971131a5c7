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

/** As WCAG 2 has it, from 0 to 1. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastOf(one: string, other: string): number {
  const [high = 0, low = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const readable = 4.5;
const usualThreshold = 0.36;

/** From which luminance on text on a filled surface is black. Whatever the color, the text is readable. */
export function thresholdFor(hex: string): number {
  const luminance = luminanceOf(hex);
  return contrastOf(hex, '#ffffff') < readable && luminance <= usualThreshold
    ? luminance - 0.001
    : usualThreshold;
}

/** Whether text on this color is black. A surface that people point at then gets lighter, and otherwise darker. */
export function takesBlackText(hex: string): boolean {
  return luminanceOf(hex) > thresholdFor(hex);
}

/** A color as text, moved toward black or white as far as it takes on all of these surfaces. */
function readableOn(hex: string, surfaces: readonly string[], toward: 'black' | 'white'): string {
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(rgbOf(hex), toward === 'black' ? black : white, share);
    if (surfaces.every((surface) => contrastOf(mixed, surface) >= readable)) return mixed;
  }
  return hexOf(toward === 'black' ? black : white);
}

/** What a share of one color over another looks like. */
export const over = (surface: string, hex: string, share: number) => mix(rgbOf(surface), rgbOf(hex), share);

/** The color of a brand may be any: as text it is readable on every surface of a scheme, tinted with it or not. */
export const brandText = {
  light: (hex: string) => readableOn(hex, [over('#f7f8fa', hex, 0.15), '#f7f8fa', '#ffffff'], 'black'),
  dark: (hex: string) =>
    readableOn(hex, [over('#22262e', hex, 0.2), '#22262e', '#181b21', '#121419'], 'white'),
};

/** Ten shades around one color, the color itself at 6. */
export function shadesOf(hex: string): MantineColorsTuple {
  const base = rgbOf(hex);
  const lighter = [0.92, 0.84, 0.7, 0.54, 0.36, 0.18].map((share) => mix(base, white, share));
  const darker = [0.12, 0.24, 0.36].map((share) => mix(base, black, share));
  return [...lighter, hex, ...darker] as unknown as MantineColorsTuple;
}

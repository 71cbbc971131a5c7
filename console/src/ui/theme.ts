import { type CSSVariablesResolver, createTheme, mergeThemeOverrides } from '@mantine/core';
import type { Texts } from '../language/texts.ts';
import { brandText, shadesOf, takesBlackText, thresholdFor } from './palette.ts';
import { SteadyButton } from './steady-button.tsx';

/** A dialog's heading isn't a banner of the page, and its close button needs a label. */
const dialogParts = (t: Texts) => ({
  closeButtonProps: { 'aria-label': t('dialog.close') },
  attributes: { header: { role: 'presentation' } },
});

const lookOf = (accent: string, isHex = accent.startsWith('#')) =>
  createTheme({
    primaryColor: isHex ? 'brand' : accent,
    primaryShade: { light: 6, dark: 6 },
    colors: isHex ? { brand: shadesOf(accent) } : {},
    autoContrast: true,
    luminanceThreshold: isHex ? thresholdFor(accent) : 0.36,
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // The other type reserves space for its scrollbar below the last row.
      TableScrollContainer: { defaultProps: { type: 'native' } },
      Modal: { defaultProps: { centered: true, radius: 'lg' } },
      UnstyledButton: { defaultProps: { component: SteadyButton } },
    },
  });

/** The look in this color, with labels in the chosen language. */
export const themeIn = (t: Texts, accent: string) =>
  mergeThemeOverrides(lookOf(accent), {
    components: {
      Modal: { defaultProps: dialogParts(t) },
      Drawer: { defaultProps: dialogParts(t) },
      PasswordInput: {
        defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('field.togglePassword') } },
      },
    },
  });

/** Mantine's soft surfaces and text lack the contrast small text needs; these reach 4.5:1 on every surface. */
function softColors(names: string[], text: (name: string) => string, share: number) {
  return Object.fromEntries(
    names.flatMap((name) => {
      const soft = (more: number) =>
        `color-mix(in srgb, var(--mantine-color-${name}-6) ${share + more}%, transparent)`;
      return [
        [`--mantine-color-${name}-light`, soft(0)],
        [`--mantine-color-${name}-light-hover`, soft(4)],
        [`--mantine-color-${name}-light-color`, text(name)],
        [`--mantine-color-${name}-text`, text(name)],
      ];
    }),
  );
}

/** What a filled surface turns to under the pointer, away from the color of its text. */
function brandColors(hex: string | undefined, scheme: 'light' | 'dark'): Record<string, string> {
  if (!hex) return {};
  const text = brandText[scheme](hex);
  return {
    '--mantine-color-brand-filled-hover': `var(--mantine-color-brand-${takesBlackText(hex) ? 5 : 7})`,
    '--mantine-color-brand-light-color': text,
    '--mantine-color-brand-text': text,
    '--mantine-color-anchor': text,
  };
}

const darker = (name: string) => `color-mix(in srgb, var(--mantine-color-${name}-9) 66%, black)`;
const lighter = (name: string) => `var(--mantine-color-${name}-3)`;

export const cssVariables: CSSVariablesResolver = ({ colors }) => {
  const names = Object.keys(colors).filter((name) => name !== 'dark');
  return {
    variables: {},
    light: {
      ...softColors(names, darker, 11),
      ...brandColors(colors.brand?.[6], 'light'),
    },
    dark: {
      ...softColors(names, lighter, 16),
      ...brandColors(colors.brand?.[6], 'dark'),
    },
  };
};

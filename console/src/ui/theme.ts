import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  mergeThemeOverrides,
} from '@mantine/core';
import type { Texts } from '../language/texts.ts';
import { brandText, shadesOf, takesBlackText, thresholdFor } from './palette.ts';
import { SteadyButton } from './steady-button.tsx';

const dark: MantineColorsTuple = [
  '#e4e7ec',
  '#c2c7d0',
  '#9aa1ae',
  '#737b8a',
  '#3b414d',
  '#2d323c',
  '#22262e',
  '#181b21',
  '#121419',
  '#0c0e12',
];

/** A dialog's heading isn't a banner of the page, and its close button needs a label. */
const dialogParts = (t: Texts) => ({
  closeButtonProps: { 'aria-label': t('dialog.close') },
  attributes: { header: { role: 'presentation' } },
});

const lookOf = (accent: string, isHex = accent.startsWith('#')) =>
  createTheme({
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    headings: {
      fontWeight: '620',
      sizes: {
        h1: { fontSize: '1.5rem', lineHeight: '1.3' },
        h2: { fontSize: '1.125rem', lineHeight: '1.4' },
        h3: { fontSize: '1rem', lineHeight: '1.5' },
      },
    },
    primaryColor: isHex ? 'brand' : accent,
    primaryShade: { light: 6, dark: 6 },
    colors: { dark, ...(isHex && { brand: shadesOf(accent) }) },
    autoContrast: true,
    luminanceThreshold: isHex ? thresholdFor(accent) : 0.36,
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Card: { defaultProps: { withBorder: true, padding: 'lg', radius: 'lg' } },
      Modal: {
        defaultProps: {
          centered: true,
          radius: 'lg',
          overlayProps: { backgroundOpacity: 0.45, blur: 2 },
        },
        styles: { title: { fontWeight: 620, lineHeight: 1.3 } },
      },
      Drawer: { styles: { title: { fontWeight: 620, lineHeight: 1.3 } } },
      Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
      Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md', highlightOnHover: true } },
      // The other type reserves space for its scrollbar below the last row.
      TableScrollContainer: { defaultProps: { type: 'native' } },
      Badge: {
        defaultProps: { variant: 'light', radius: 'sm' },
        styles: { root: { minWidth: 'max-content' }, label: { textTransform: 'none' } },
      },
      Alert: { defaultProps: { radius: 'md' } },
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
      '--mantine-color-text': '#1b1f26',
      '--mantine-color-dimmed': '#59616b',
      '--mantine-color-placeholder': '#6b747e',
      '--mantine-color-error': 'var(--mantine-color-red-9)',
      '--surface-page': '#f7f8fa',
      '--surface-raised': '#ffffff',
      '--border-soft': '#e3e6ea',
    },
    dark: {
      ...softColors(names, lighter, 16),
      ...brandColors(colors.brand?.[6], 'dark'),
      '--mantine-color-error': 'var(--mantine-color-red-4)',
      '--mantine-color-placeholder': '#8a92a0',
      '--surface-page': 'var(--mantine-color-dark-8)',
      '--surface-raised': 'var(--mantine-color-dark-7)',
      '--border-soft': 'var(--mantine-color-dark-5)',
    },
  };
};

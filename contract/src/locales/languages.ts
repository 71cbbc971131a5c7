/** The languages that come with the product, each by its own name, with the direction it is written in. */
export const languages = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  fr: { name: 'Français', dir: 'ltr' },
  es: { name: 'Español', dir: 'ltr' },
  'pt-BR': { name: 'Português (Brasil)', dir: 'ltr' },
  ja: { name: '日本語', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
} as const satisfies Record<string, { name: string; dir: Direction }>;

export type Language = keyof typeof languages;
export type Direction = 'ltr' | 'rtl';

const known: Record<string, { dir: Direction }> = languages;
const rightToLeft = /^(Arab|Hebr|Thaa|Syrc|Nkoo|Adlm|Rohg|Mand|Samr)$/;

/** The direction of a language's usual script: an operator may add one that isn't in the list. */
export function directionOf(locale: string): Direction {
  // Intl takes its time when it is asked first, and pages wait for it.
  return known[locale]?.dir ?? usualDirection(locale);
}

function usualDirection(locale: string): Direction {
  return rightToLeft.test(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
}

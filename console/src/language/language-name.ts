import { languages } from '@latchkey/contract';

const known: Record<string, { name: string }> = languages;

/** A language by its own name: people look for theirs in a page that they can't read. */
export function languageName(locale: string): string {
  const own = known[locale]?.name;
  // Asking Intl for seven names takes a quarter of the time until a page is painted.
  if (own) return own;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

import { showLanguage } from './catalogs.ts';

/** Shows the page in this language, and asks the service to remember it in this browser. */
export async function chooseLanguage(locale: string): Promise<void> {
  await Promise.all([
    showLanguage(locale),
    fetch(`/login?locale=${encodeURIComponent(locale)}`, { method: 'HEAD' }),
  ]);
}

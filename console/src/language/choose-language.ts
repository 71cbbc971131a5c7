import { showLanguage } from './catalogs.ts';

/** Asks the service which language it shows pages in, after telling it one to remember in this browser. */
async function pageLanguage(query: string): Promise<string> {
  const { headers } = await fetch(`/login${query}`, { method: 'HEAD' });
  return headers.get('content-language') ?? document.documentElement.lang;
}

/** Shows the page in this language, and first has the service remember it: the page asks anew for what the service writes. */
export async function chooseLanguage(locale: string): Promise<void> {
  await pageLanguage(`?locale=${encodeURIComponent(locale)}`);
  await showLanguage(locale);
}

/** Shows the page in the language that the service would choose for this browser. */
export async function followBrowser(): Promise<void> {
  await showLanguage(await pageLanguage(''));
}

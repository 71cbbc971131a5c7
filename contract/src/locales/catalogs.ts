import type { messages as consoleMessages } from './en/console.ts';
import type { messages as signInMessages } from './en/sign-in.ts';
import type { Language } from './languages.ts';
import type { Messages } from './translate.ts';

/** What English says in each part; every other language has the same keys. */
type English = {
  'sign-in': typeof signInMessages;
  console: typeof consoleMessages;
};

/** A catalog holds one part of the texts in one language, so that a reader loads only what they need. */
export const catalogParts = ['sign-in', 'console'] as const;
export type CatalogPart = (typeof catalogParts)[number];

/** The texts of all pages: the console loads both parts. */
export type PageMessages = English['sign-in'] & English['console'];
/** A part in another language. A missing or unknown key doesn't compile. */
export type Translation<Part extends CatalogPart> = Record<keyof English[Part], string>;

type Loader = () => Promise<{ messages: Messages }>;

/** Loaded on first use, and never part of a page's script. A language that isn't listed falls back to English. */
const loaders: Record<CatalogPart, Partial<Record<Language, Loader>>> = {
  'sign-in': { en: () => import('./en/sign-in.ts') },
  console: { en: () => import('./en/console.ts') },
};

/** The languages that have a catalog of their own for this part. */
export const translationsOf = (part: CatalogPart) => Object.keys(loaders[part]) as Language[];

/** The product's own texts of a part. English stands in where a language has none. */
export async function loadCatalog(part: CatalogPart, locale: string): Promise<Messages> {
  const own: Partial<Record<string, Loader>> = loaders[part];
  const { messages } = await (own[locale] ?? (() => loadEnglish(part)))();
  return messages;
}

async function loadEnglish(part: CatalogPart): Promise<{ messages: Messages }> {
  const { en } = loaders[part];
  return en ? en() : { messages: {} };
}

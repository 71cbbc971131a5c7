import { createHash } from 'node:crypto';
import {
  createTranslate,
  type Direction,
  directionOf,
  languages,
  type MailMessages,
  type Messages,
  type PagePart,
  type Translate,
} from '@latchkey/contract';
import { catalogOf, english, loadCatalog } from '@latchkey/contract/locales';
import type { Locales } from '../config/locales.ts';
import { matchLocale, negotiate } from './negotiate.ts';
import { createTexts, type Texts } from './texts.ts';

/** What a page loads. The version changes with the texts, so an address that names it never changes. */
export type PageCatalog = { locale: string; dir: Direction; messages: Messages; version: string };

/** The languages of this service, each made ready when its first reader comes. */
export type Languages = {
  codes: readonly string[];
  fallback: string;
  /** The language of the service that a tag asks for: `es-MX` is `es`, and `pt` is `pt-BR`. */
  match(tag: string): string | undefined;
  /** The best language for an Accept-Language header. */
  negotiate(header: string | undefined): string | undefined;
  /** Texts of the API. */
  texts(locale: string): Texts;
  /** Texts of mails. */
  mails(locale: string): Translate<MailMessages>;
  page(locale: string, part: PagePart): Promise<PageCatalog>;
};

export function createLanguages({ offered, fallback }: Pick<Locales, 'offered' | 'fallback'>): Languages {
  const codes = offered.map(({ code }) => code);
  const overrides = new Map(offered.map(({ code, texts }) => [code, texts]));
  const texts = new Map<string, Texts>();
  const mails = new Map<string, Translate<MailMessages>>();
  const pages = new Map<string, Promise<PageCatalog>>();
  const known = (locale: string) => (overrides.has(locale) ? locale : fallback);
  // What an added language leaves out is English, as the operator writes it.
  const own = (locale: string) => ({
    ...(locale in languages ? {} : overrides.get('en')),
    ...overrides.get(locale),
  });
  return {
    codes,
    fallback,
    match: (tag) => matchLocale(codes, tag),
    negotiate: (header) => negotiate(codes, header),
    texts: (locale) =>
      once(texts, known(locale), (code) => createTexts(code, { ...catalogOf('server', code), ...own(code) })),
    mails: (locale) =>
      once(mails, known(locale), (code) =>
        createTranslate<MailMessages>(code, { ...catalogOf('mails', code), ...own(code) }),
      ),
    page(locale, part) {
      const code = known(locale);
      return once(pages, `${code}/${part}`, () => pageCatalog(code, part, own(code)));
    },
  };
}

async function pageCatalog(code: string, part: PagePart, own: Messages): Promise<PageCatalog> {
  const ownHere = Object.entries(own).filter(([key]) => Object.hasOwn(english[part], key));
  const messages = { ...(await loadCatalog(part, code)), ...Object.fromEntries(ownHere) };
  const version = createHash('sha256').update(JSON.stringify(messages)).digest('base64url').slice(0, 16);
  return { locale: code, dir: directionOf(code), messages, version };
}

function once<T>(made: Map<string, T>, code: string, make: (code: string) => T): T {
  const existing = made.get(code);
  if (existing !== undefined) return existing;
  const created = make(code);
  made.set(code, created);
  return created;
}

import { messages as arMails } from './ar/mails.ts';
import { messages as arServer } from './ar/server.ts';
import { messages as deMails } from './de/mails.ts';
import { messages as deServer } from './de/server.ts';
import { messages as console } from './en/console.ts';
import { messages as mails } from './en/mails.ts';
import { messages as server } from './en/server.ts';
import { messages as signIn } from './en/sign-in.ts';
import { messages as esMails } from './es/mails.ts';
import { messages as esServer } from './es/server.ts';
import { messages as frMails } from './fr/mails.ts';
import { messages as frServer } from './fr/server.ts';
import { messages as jaMails } from './ja/mails.ts';
import { messages as jaServer } from './ja/server.ts';
import type { Language } from './languages.ts';
import type { CatalogPart, PagePart } from './parts.ts';
import { messages as ptMails } from './pt-br/mails.ts';
import { messages as ptServer } from './pt-br/server.ts';
import type { Messages } from './translate.ts';

/** What English says in each part; every other language has the same keys. */
export const english = { 'sign-in': signIn, console, server, mails } satisfies Record<CatalogPart, Messages>;

/** What the service itself says. */
const spoken: Record<Exclude<CatalogPart, PagePart>, Partial<Record<string, Messages>>> = {
  server: { de: deServer, fr: frServer, es: esServer, 'pt-BR': ptServer, ja: jaServer, ar: arServer },
  mails: { de: deMails, fr: frMails, es: esMails, 'pt-BR': ptMails, ja: jaMails, ar: arMails },
};

type Loader = () => Promise<{ messages: Messages }>;

/** The texts of pages, loaded on first use. */
const loaders: Record<PagePart, Partial<Record<string, Loader>>> = {
  'sign-in': {
    de: () => import('./de/sign-in.ts'),
    fr: () => import('./fr/sign-in.ts'),
    es: () => import('./es/sign-in.ts'),
    'pt-BR': () => import('./pt-br/sign-in.ts'),
    ja: () => import('./ja/sign-in.ts'),
    ar: () => import('./ar/sign-in.ts'),
  },
  console: {
    de: () => import('./de/console.ts'),
    fr: () => import('./fr/console.ts'),
    es: () => import('./es/console.ts'),
    'pt-BR': () => import('./pt-br/console.ts'),
    ja: () => import('./ja/console.ts'),
    ar: () => import('./ar/console.ts'),
  },
};

/** The languages besides English that have a catalog of this part. */
export const translationsOf = (part: CatalogPart) =>
  Object.keys(part in spoken ? spoken[part as keyof typeof spoken] : loaders[part as PagePart]) as Language[];

/** The product's own texts that the service says. English stands in where a language has none. */
export function catalogOf(part: Exclude<CatalogPart, PagePart>, locale: string): Messages {
  return spoken[part][locale] ?? english[part];
}

/** The product's own texts of any part. */
export async function loadCatalog(part: CatalogPart, locale: string): Promise<Messages> {
  if (part === 'server' || part === 'mails') return catalogOf(part, locale);
  return (await loaders[part][locale]?.())?.messages ?? english[part];
}

import type { Direction, Messages, PagePart } from '@latchkey/contract';
import { chosenLocale, setTexts } from './texts.ts';

type Answer = { dir: Direction; messages: Messages };

/** The service puts the page's own catalogs into its head, by an address that changes with their content. */
function addressOf(locale: string, part: PagePart): string {
  const plain = `/api/locales/${encodeURIComponent(locale)}/${part}`;
  const named = document.querySelector(`link[href^="${plain}?"]`);
  return named?.getAttribute('href') ?? plain;
}

declare global {
  /** By address: what the head of the page has asked for. Undefined once it is there: the answer was none of use. */
  var textsOnTheirWay: Map<string, Promise<Answer | undefined>> | undefined;
}

async function read(locale: string, part: PagePart): Promise<Answer> {
  const address = addressOf(locale, part);
  const early = await globalThis.textsOnTheirWay?.get(address);
  if (early) return early;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the texts of this page are missing: ${response.status}`);
  return (await response.json()) as Answer;
}

let shown: { part: PagePart; messages: Messages }[] = [];
const loading = new Map<PagePart, Promise<void>>();

function show(locale: string): void {
  setTexts(locale, Object.assign({}, ...shown.map(({ messages }) => messages)));
}

/** Loads a part once, in the language of the page. After a failure, the next call tries again. */
export function loadTexts(part: PagePart): Promise<void> {
  const running = loading.get(part) ?? load(part);
  loading.set(part, running);
  running.catch(() => loading.delete(part));
  return running;
}

async function load(part: PagePart): Promise<void> {
  const locale = document.documentElement.lang;
  const { messages } = await read(locale, part);
  // The language changed meanwhile.
  if (locale !== document.documentElement.lang) return load(part);
  shown.push({ part, messages });
  show(locale);
}

let asked: string | undefined;

/** Shows the page in another language, once all of its texts are there. */
export async function showLanguage(locale: string): Promise<void> {
  asked = locale;
  if (locale === chosenLocale()) return;
  const answers = await Promise.all(
    [...loading.keys()].map(async (part) => ({ part, ...(await read(locale, part)) })),
  );
  // Another choice came meanwhile.
  if (asked !== locale) return;
  shown = answers;
  document.documentElement.lang = locale;
  document.documentElement.dir = answers[0]?.dir ?? 'ltr';
  show(locale);
}

import { createTranslate, type Messages, type Reason, type ServerMessages } from '@latchkey/contract';
import { english } from '@latchkey/contract/locales';
import { type Told, writeTold } from './told.ts';

/** The texts of the API in one language. */
export type Texts = {
  locale: string;
  error(reason: Reason, details: { waitSeconds?: number | undefined; methods?: string | undefined }): string;
  /** A text that the code wrote in English. One that the catalog lacks stays as it is. */
  say(text: string): string;
  /** A text that was kept by its key. */
  tell(text: Told): string;
};

export function createTexts(locale: string, catalog: Messages): Texts {
  const t = createTranslate<ServerMessages>(locale, catalog);
  const anyKey = t as unknown as (key: string, values?: Record<string, string | number>) => string;
  return {
    locale,
    error(reason, { waitSeconds, methods }) {
      const message = anyKey(`error.${reason}`, { wait: waitOf(waitSeconds) });
      return methods ? `${message} ${t('error.supports', { methods })}` : message;
    },
    say(text) {
      const found = findText(text);
      return found ? anyKey(found.key, found.values) : text;
    },
    tell: (text) => writeTold(text, anyKey),
  };

  /** Rounded up, so the wait is over by then. */
  function waitOf(seconds: number | undefined): string {
    if (seconds === undefined) return t('wait.later');
    if (seconds < 60) return t('wait.seconds', { count: Math.ceil(seconds) });
    const minutes = Math.ceil(seconds / 60);
    return minutes < 60
      ? t('wait.minutes', { count: minutes })
      : t('wait.hours', { count: Math.ceil(minutes / 60) });
  }
}

const written = Object.entries(english.server).filter(([key]) => /^(done|field|page)\./.test(key));
const whole: ReadonlyMap<string, string> = new Map(written.map(([key, text]) => [text, key]));

/** Texts with values in them, as expressions that find the values again. The longest comes first. */
const withValues = written
  .filter(([, text]) => text.includes('{'))
  .sort(([, one], [, other]) => other.length - one.length)
  .map(([key, text]) => {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const pattern = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(.+)');
    return { key, names, expression: new RegExp(`^${pattern}$`, 'us') };
  });

/** The key and the values of an English text of ours, or undefined. */
export function findText(
  text: string,
): { key: string; values?: Record<string, string | number> } | undefined {
  const key = whole.get(text);
  if (key) return { key };
  for (const each of withValues) {
    const found = each.expression.exec(text);
    if (found) return { key: each.key, values: valuesOf(each.names, found.slice(1)) };
  }
  return undefined;
}

/** A count chooses the plural. Other numbers stay as they were written: they are limits that people look up. */
function valuesOf(names: string[], found: string[]): Record<string, string | number> {
  return Object.fromEntries(
    names.map((name, at) => [name, name === 'count' ? Number(found[at]) : (found[at] ?? '')]),
  );
}

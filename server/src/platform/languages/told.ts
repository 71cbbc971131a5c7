import { createTranslate, type Messages, type ServerMessages, type ValuesIn } from '@latchkey/contract';
import { english } from '@latchkey/contract/locales';

type Key = keyof ServerMessages & string;

/** A text by its key, written before its reader's language is known: it can be stored. A value may be a text, too. */
export type Told = { key: Key; values: Record<string, string | number | Told> };

export function told<K extends Key>(
  key: K,
  ...[values]: ValuesIn<ServerMessages[K], string | number | Told>
): Told {
  return { key, values: values ?? {} };
}

export function isTold(value: unknown): value is Told {
  if (typeof value !== 'object' || value === null || !('key' in value) || !('values' in value)) return false;
  return typeof value.key === 'string' && Object.hasOwn(english.server, value.key);
}

type Translate = (key: string, values: Record<string, string | number>) => string;

export function writeTold({ key, values }: Told, translate: Translate): string {
  const written = Object.entries(values).map(([name, value]) => [
    name,
    isTold(value) ? writeTold(value, translate) : value,
  ]);
  return translate(key, Object.fromEntries(written));
}

const inProduct = createTranslate<Messages>('en', english.server);

/** For logs, which are English. */
export const inEnglish = (text: Told): string => writeTold(text, inProduct);

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, type Messages } from '@latchkey/contract';
import { english, unknownNames } from '@latchkey/contract/locales';
import { z } from 'zod';

/** A language of the service, with the texts that the operator wrote for it. */
type Offered = { code: string; texts: Messages };

type Settings = {
  LOCALES?: string[] | undefined;
  DEFAULT_LOCALE?: string | undefined;
  LOCALES_DIR?: string | undefined;
};
export type Locales = { offered: Offered[]; fallback: string; warnings: string[] };

const known: Messages = Object.assign({}, ...Object.values(english));
const File = z.record(z.string(), z.string());

/** A language tag in its usual spelling, or undefined. */
export function canonicalLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** The languages that people can choose. A string says what is wrong with the settings. */
export function readLocales({ LOCALES, DEFAULT_LOCALE, LOCALES_DIR }: Settings): Locales | string {
  const written = LOCALES_DIR === undefined ? new Map<string, Messages>() : readFolder(LOCALES_DIR);
  if (typeof written === 'string') return written;
  const all = [...new Set([...Object.keys(languages), ...written.keys()])];
  const codes = LOCALES?.map((tag) => canonicalLocale(tag) ?? tag) ?? all;
  const strange = codes.filter((code) => !all.includes(code));
  if (strange.length > 0) return `LOCALES has ${strange.join(', ')}, but there are only ${all.join(', ')}.`;
  const fallback = canonicalLocale(DEFAULT_LOCALE ?? 'en') ?? '';
  if (!codes.includes(fallback)) return `DEFAULT_LOCALE must be one of ${codes.join(', ')}.`;
  const warnings: string[] = [];
  const offered = [...new Set(codes)].map((code) => {
    const texts = usable(code, written.get(code) ?? {}, warnings);
    return { code, texts };
  });
  return { offered, fallback, warnings };
}

function readFolder(folder: string): Map<string, Messages> | string {
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const read = new Map<string, Messages>();
    for (const name of files) {
      const code = canonicalLocale(name.slice(0, -'.json'.length));
      const text = readFileSync(join(folder, name), 'utf8');
      const fault = faultInJson(text);
      if (fault) return `LOCALES_DIR has ${name}, which is not valid JSON: ${fault}.`;
      const parsed = File.safeParse(JSON.parse(text));
      if (!code) return `LOCALES_DIR has ${name}, whose name is not a language tag such as de or pt-BR.`;
      if (!parsed.success) return `LOCALES_DIR has ${name}, which must be one object of keys and texts.`;
      read.set(code, parsed.data);
    }
    return read;
  } catch (error) {
    return `LOCALES_DIR can't be read: ${error instanceof Error ? error.message : error}.`;
  }
}

/** Where a text stops being JSON. The parser says it only sometimes, so its lines are tried one after another. */
function faultInJson(text: string): string | undefined {
  if (isFinished(text) === 'yes') return undefined;
  const lines = text.trimEnd().split('\n');
  const faulty = lines.findIndex((_, at) => isFinished(`${lines.slice(0, at + 1).join('\n')}\n`) === 'never');
  return faulty < 0 ? `it ends too early, at line ${lines.length}` : `look at line ${faulty + 1}`;
}

/** Whether a text is JSON, could become JSON if it went on, or can't. */
function isFinished(text: string): 'yes' | 'not yet' | 'never' {
  try {
    JSON.parse(text);
    return 'yes';
  } catch (error) {
    const { message } = error as Error;
    const at = Number(/at position (\d+)/.exec(message)?.[1]);
    return /end of JSON/.test(message) || at >= text.length ? 'not yet' : 'never';
  }
}

/** Leaves out what could not be shown, and says so. */
function usable(code: string, texts: Messages, warnings: string[]): Messages {
  const judged = Object.entries(texts).map(([key, text]) => ({ key, text, fault: faultOf(key, text) }));
  for (const { key, fault } of judged)
    if (fault) warnings.push(`LOCALES_DIR: ${code}.json, ${key}: ${fault}. This text is left out.`);
  return Object.fromEntries(judged.filter(({ fault }) => !fault).map(({ key, text }) => [key, text]));
}

function faultOf(key: string, text: string): string | undefined {
  const original = Object.hasOwn(known, key) ? known[key] : undefined;
  if (original === undefined) return 'there is no such key';
  const unknown = unknownNames(text, original);
  if (typeof unknown === 'string') return unknown;
  return unknown.length > 0 ? `there is no {${unknown.join('}, {')}}` : undefined;
}

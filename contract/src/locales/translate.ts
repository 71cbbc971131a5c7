import { directionOf } from './languages.ts';
import { type Part, parsePattern, theNumber } from './pattern.ts';

/** The names in `{…}` of a message. A choice names its cases alike, so its values aren't checked by type. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type IsChoice<Text extends string> = Text extends `${string}, ${'plural' | 'select'},${string}`
  ? true
  : false;
/** The values that a text needs, as the last parameter of a function. */
export type ValuesIn<Text extends string, Value> = string extends Text
  ? [values?: Record<string, Value>]
  : IsChoice<Text> extends true
    ? [values: Record<string, Value>]
    : [NamesIn<Text>] extends [never]
      ? []
      : [values: Record<NamesIn<Text>, Value>];

export type Messages = Record<string, string>;

/** Looks up a text by its key and puts the values in their places. */
export interface Translate<Catalog extends Messages> {
  <Key extends keyof Catalog & string>(key: Key, ...values: ValuesIn<Catalog[Key], string | number>): string;
  /** The same in pieces, for values that are elements: they come back as they are, between texts. */
  parts<Key extends keyof Catalog & string, Value>(
    key: Key,
    ...values: ValuesIn<Catalog[Key], Value | string | number>
  ): (string | Value)[];
  locale: string;
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Sets a value apart where its direction may differ from the text's, so that it can't reorder the text. */
export function isolate(value: string, inRightToLeft: boolean): string {
  const plain = value.replace(directionControls, '');
  return (inRightToLeft ? /\p{L}/u : rightToLeft).test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** The texts of one language. A key that the catalog lacks is its own text. */
export function createTranslate<Catalog extends Messages>(
  locale: string,
  catalog: Messages,
): Translate<Catalog> {
  const parsed = new Map<string, Part[]>();
  const isRightToLeft = directionOf(locale) === 'rtl';
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  const inDigits = (value: number) => {
    numbers ??= new Intl.NumberFormat(locale);
    return numbers.format(value);
  };

  const write = (value: unknown): unknown[] => {
    if (typeof value === 'number') return [inDigits(value)];
    if (typeof value === 'string') return [isolate(value, isRightToLeft)];
    return isRightToLeft ? ['\u2068', value, '\u2069'] : [value];
  };

  const choose = ({ kind, cases = {} }: Exclude<Part, string>, value: unknown): Part[] => {
    const own = (key: string) => (Object.hasOwn(cases, key) ? cases[key] : undefined);
    if (kind === 'select') return own(String(value)) ?? cases.other ?? [];
    plurals ??= new Intl.PluralRules(locale);
    return own(`=${value}`) ?? own(plurals.select(Number(value))) ?? cases.other ?? [];
  };

  const fill = (parts: Part[], values: Record<string, unknown>, count: number): unknown[] =>
    parts.flatMap((part) => {
      if (typeof part === 'string') return [part];
      if (part === theNumber) return [inDigits(count)];
      const value = Object.hasOwn(values, part.name) ? values[part.name] : `{${part.name}}`;
      return part.kind ? fill(choose(part, value), values, Number(value)) : write(value);
    });

  const pieces = (key: string, values: Record<string, unknown> = {}): unknown[] => {
    let parts = parsed.get(key);
    if (!parts) {
      parts = Object.hasOwn(catalog, key) ? parsePattern(catalog[key] ?? '') : [key];
      parsed.set(key, parts);
    }
    return fill(parts, values, 0);
  };

  const translate = (key: string, values?: Record<string, unknown>) => pieces(key, values).join('');
  return Object.assign(translate, { parts: pieces, locale }) as Translate<Catalog>;
}

import { t } from '../language/texts.ts';

type Value = string | number;
export type Values = { page: number } & Record<string, Value>;
/** A list's parameters, as they are in the address. */
export type Search = Record<string, string | undefined>;

/** These set the order and the place in the list; everything else filters it. */
const notFilters = ['page', 'sort', 'open'];

export type ValuesOf<D extends Values> = { [K in keyof D]: D[K] extends number ? number : string };

/** The state of a list, from its address; defaults fill in what the address omits. */
export function valuesOf<D extends Values>(search: Search, defaults: D): ValuesOf<D> {
  const read = Object.entries(defaults).map(([name, fallback]) => [name, parse(search[name], fallback)]);
  return Object.fromEntries(read) as ValuesOf<D>;
}

function parse(text: string | undefined, fallback: Value): Value {
  if (text === undefined) return fallback;
  if (typeof fallback === 'string') return text;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback;
}

/** The address after a change. Omits defaults; anything that changes the list goes back to its first page. */
export function changedSearch(values: Values, patch: Partial<Values>, defaults: Values): Search {
  const stays = Object.keys(patch).every((name) => name === 'open');
  const next: Record<string, Value | undefined> = { ...values, ...(!stays && { page: 1 }), ...patch };
  const kept = Object.entries(next).filter(([name, value]) => value !== defaults[name]);
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

export function isFiltered(values: Values, defaults: Values): boolean {
  return Object.keys(filtersOf(defaults)).some((name) => values[name] !== defaults[name]);
}

/** Every filter with its default value. */
export function filtersOf(defaults: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !notFilters.includes(name)));
}

/** The value if it is known, else nothing: anyone can write an address. */
export function oneOf<T extends string>(known: readonly T[], value: string): T | undefined {
  return known.find((each) => each === value);
}

/** What a heading sorts by next. `by` is its first order: `email` starts with A, `-createdAt` with the newest. */
export function nextSort(current: string, by: string): string {
  const flipped = by.startsWith('-') ? by.slice(1) : `-${by}`;
  return current === by ? flipped : by;
}

export function directionOf(current: string, by: string): 'ascending' | 'descending' | 'none' {
  const field = by.replace(/^-/, '');
  if (current === field) return 'ascending';
  return current === `-${field}` ? 'descending' : 'none';
}

export type Paging = {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  totalIsEstimate?: true | undefined;
};

/** "21–40 of 68". Undefined if the page is past the end. */
export function rangeOf({ page, limit, total, totalIsEstimate }: Paging): string | undefined {
  const first = (page - 1) * limit + 1;
  if (first > total) return undefined;
  const last = Math.min(page * limit, total);
  return t(totalIsEstimate ? 'list.about' : 'list.range', { first, last, total });
}

/** What an option must be, in words, and whether a value is. */
export type OptionRules = Record<string, { mustBe: string; is(value: unknown): boolean }>;

/**
 * A copy of the options. Throws a TypeError for one that isn't known or isn't what it must be: ignored, a misspelled rule
 * would let everyone pass.
 */
export function checkedOptions<T extends object>(taker: string, options: T, known: OptionRules): T {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${taker}: options must be an object.`);
  for (const name in options)
    if (!Object.hasOwn(known, name))
      throw new TypeError(
        `${taker}: unknown option "${name}". The known ones are ${Object.keys(known).join(', ')}.`,
      );
  const given = Object.entries(known).filter(([name]) => name in options);
  return Object.fromEntries(
    given.map(([name, { mustBe, is }]) => {
      const value = options[name as keyof T];
      if (!is(value)) throw new TypeError(`${taker}: ${name} must be ${mustBe}.`);
      return [name, value];
    }),
  ) as T;
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

export const isAddress = (value: unknown): boolean =>
  isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

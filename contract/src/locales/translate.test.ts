import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { languages } from './languages.ts';
import { parsePattern } from './pattern.ts';
import { createTranslate, type Translate } from './translate.ts';

const locales = Object.keys(languages);
const say = (locale: string, pattern: string, values: Record<string, string | number> = {}) =>
  createTranslate(locale, { it: pattern })('it', values);

/** The isolates are ours; the oracle has none. */
const withoutIsolates = (text: string) => text.replace(/[\u2068\u2069]/g, '');

function oracle(text: string, locale: string, values: Record<string, string | number>): string | undefined {
  try {
    return String(new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).format(values));
  } catch {
    return undefined;
  }
}

function refusalOf(text: string): string | undefined {
  try {
    parsePattern(text);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** Texts with everything that could be read as syntax, as they are and quoted. */
const plain = fc.string({
  unit: fc.constantFrom('a', ' ', "'", "''", "'{", "'}'", "'{#}'", '#', '<b>', 'é', '日'),
});
const pattern = fc.letrec<{ message: string; argument: string }>((tie) => ({
  message: fc
    .array(fc.oneof({ maxDepth: 3, withCrossShrink: true }, plain, tie('argument')), { maxLength: 4 })
    .map((pieces) => pieces.join('')),
  argument: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('{x}', '{ y }', '{n, number}'),
    fc
      .tuple(
        fc.constantFrom('=0', '=1', '=2'),
        fc.uniqueArray(fc.constantFrom('zero', 'one', 'two', 'few', 'many')),
      )
      .chain(([exact, categories]) =>
        fc
          .array(tie('message'), { minLength: categories.length + 2, maxLength: categories.length + 2 })
          .map((texts) =>
            [exact, ...categories, 'other'].map((key, at) => `${key} {${texts[at]}}`).join(' '),
          ),
      )
      .map((cases) => `{n, plural, ${cases}}`),
    fc
      .tuple(tie('message'), tie('message'))
      .map(([first, other]) => `{x, select, ada {${first}} other {${other}}}`),
  ),
})).message;

describe('a message', () => {
  test('reads like intl-messageformat reads it, in every language', () => {
    let compared = 0;
    fc.assert(
      fc.property(
        pattern,
        fc.constantFrom(...locales),
        fc.constantFrom('ada', 'toString', '{y}', "'{", '<i>'),
        fc.nat({ max: 2_000_000 }),
        (text, locale, x, n) => {
          const values = { x, y: 'Zoë', n };
          // The oracle formats a number only if it is told to.
          const ours = text.replaceAll('{n, number}', '{n}');
          const theirs = oracle(text, locale, values)?.replaceAll('{n, number}', '{n}');
          // The oracle takes a brace too many as text: a translator's mistake that we refuse.
          const refused = refusalOf(ours);
          if (theirs === undefined || refused?.includes('the end')) {
            expect(refused).toBeDefined();
            return;
          }
          compared++;
          expect(withoutIsolates(say(locale, ours, values))).toBe(theirs);
        },
      ),
      { numRuns: 1_000 },
    );
    expect(compared).toBeGreaterThan(300);
  });

  test.each([
    ['{count, plural, one {# key} other {# keys}}', 'en', 1, '1 key'],
    ['{count, plural, =0 {no key} one {# key} other {# keys}}', 'en', 0, 'no key'],
    ['{count, plural, one {# key} other {# keys}}', 'en', 1200, '1,200 keys'],
    ['{count, plural, one {# Schlüssel} other {# Schlüssel}}', 'de', 1200, '1.200 Schlüssel'],
    ['{count, plural, zero {a} one {b} two {c} few {d} many {e} other {f}}', 'ar', 11, 'e'],
    ['{count, plural, zero {a} one {b} two {c} few {d} many {e} other {f}}', 'ar', 2, 'c'],
    ["It's '{count}' and isn''t {count}", 'en', 3, "It's {count} and isn't 3"],
  ])('%s in %s with %d is "%s"', (text, locale, count, expected) => {
    expect(say(locale, text, { count })).toBe(expected);
  });

  test.each([
    '{',
    '{x',
    'x}',
    '{x, plural, one {a}}',
    '{x, date}',
    '{x, select, a {1} a {2} other {3}}',
    '{}',
  ])('%s is refused', (text) => expect(() => parsePattern(text)).toThrow(SyntaxError));
});

describe('a value', () => {
  test('is text, never a second pattern', () => {
    expect(say('en', 'Hello {name}', { name: "{name} '{' <b>" })).toBe("Hello {name} '{' <b>");
    expect(say('en', '{a}{b}', { a: '{b}', b: '1' })).toBe('{b}1');
  });

  test('that could turn the direction of the text is set apart, and can end no isolate', () => {
    expect(say('ar', 'مرحبًا {name}', { name: 'Ada' })).toBe('مرحبًا \u2068Ada\u2069');
    expect(say('en', 'Hello {name}!', { name: 'سلمى' })).toBe('Hello \u2068سلمى\u2069!');
    expect(say('en', 'Hello {name}!', { name: 'Ada' })).toBe('Hello Ada!');
    expect(say('ar', '{name}', { name: 'a\u2069\u202eb' })).toBe('\u2068ab\u2069');
  });

  test('may be an element, which comes back as it is', () => {
    const element = { type: 'b' };
    const t = createTranslate('en', { it: 'Signed in as {who}.' });
    expect(t.parts('it', { who: element })).toEqual(['Signed in as ', element, '.']);
  });

  test('that is missing leaves its name, and an unknown key is its own text', () => {
    expect(say('en', 'Hello {name}')).toBe('Hello {name}');
    expect(createTranslate('en', {})('toString')).toBe('toString');
  });
});

test('keys and the names of values are checked by type', () => {
  type Known = { plain: 'Hello'; named: 'Hello {name} and {other}'; many: '{n, plural, one {#} other {#}}' };
  type T = Translate<Known>;
  expectTypeOf<Parameters<T>[0]>().toEqualTypeOf<'plain' | 'named' | 'many'>();
  const t = createTranslate<Known>('en', { plain: 'Hello', named: '{name}{other}', many: '{n}' });
  expectTypeOf(t<'plain'>).parameters.toEqualTypeOf<['plain']>();
  expectTypeOf(t<'named'>)
    .parameter(1)
    .toEqualTypeOf<Record<'name' | 'other', string | number>>();
});

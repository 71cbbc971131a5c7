import { describe, expect, test } from 'vitest';
import * as catalogs from './catalogs.ts';
import { checkCatalog, unknownNames } from './check-catalog.ts';
import { catalogParts } from './parts.ts';

const english = {
  'keys.count': '{count, plural, one {# key} other {# keys}}',
  'mail.hello': 'Hello {name}',
};
const german = {
  'keys.count': '{count, plural, one {# Schlüssel} other {# Schlüssel}}',
  'mail.hello': 'Hallo {name}',
};

describe('a catalog', () => {
  test('that says all that English says passes', () => {
    expect(checkCatalog('de', german, english)).toEqual([]);
    expect(checkCatalog('en', english, english)).toEqual([]);
  });

  test.each([
    ['a missing key', { 'keys.count': german['keys.count'] }, 'mail.hello: is missing'],
    ['an unknown key', { ...german, 'mail.bye': 'Tschüss' }, 'mail.bye: is not an English key'],
    ['a missing placeholder', { ...german, 'mail.hello': 'Hallo' }, 'mail.hello: lacks {name}'],
    [
      'an unknown placeholder',
      { ...german, 'mail.hello': 'Hallo {name} {nmae}' },
      'mail.hello: has {nmae}, which English lacks',
    ],
    [
      'a missing category',
      { ...german, 'keys.count': '{count, plural, other {# Schlüssel}}' },
      'keys.count: the plural of {count} names other, not one, other',
    ],
    [
      'a text that cannot be read',
      { ...german, 'mail.hello': 'Hallo {name' },
      'mail.hello: expected "plural" or "select" at 11 of "Hallo {name"',
    ],
    [
      'an empty text',
      { ...german, 'mail.hello': '' },
      'mail.hello: is empty, or begins or ends with a space',
    ],
    [
      'a broken line',
      { ...german, 'mail.hello': 'Hallo\n{name}' },
      'mail.hello: breaks lines unlike English',
    ],
  ])('with %s fails', (_, catalog, problem) => {
    expect(checkCatalog('de', catalog, english)).toContain(problem);
  });

  test('names every category of its language in a plural, and "many" only in Arabic', () => {
    const inAll = (cases: string) => ({ 'keys.count': `{count, plural, ${cases}}` });
    const only = { 'keys.count': english['keys.count'] };
    expect(checkCatalog('fr', inAll('one {#} other {#}'), only)).toEqual([]);
    expect(checkCatalog('fr', inAll('one {#} many {#} other {#}'), only)).toHaveLength(1);
    expect(checkCatalog('ja', inAll('other {#}'), only)).toEqual([]);
    expect(checkCatalog('ar', inAll('one {#} other {#}'), only)).toHaveLength(1);
    expect(checkCatalog('ar', inAll('zero {#} one {#} two {#} few {#} many {#} other {#}'), only)).toEqual(
      [],
    );
  });
});

test("an operator's text may leave placeholders out, but not invent them", () => {
  expect(unknownNames('Hallo', english['mail.hello'])).toEqual([]);
  expect(unknownNames('Hallo {nmae}', english['mail.hello'])).toEqual(['nmae']);
  expect(unknownNames('Hallo {', english['mail.hello'])).toBe('expected a name at 7 of "Hallo {"');
});

test.each(catalogParts)('every catalog of the part "%s" is complete', async (part) => {
  for (const locale of ['en', ...catalogs.translationsOf(part)]) {
    const own = await catalogs.loadCatalog(part, locale);
    expect(checkCatalog(locale, own, catalogs.english[part]), locale).toEqual([]);
  }
});

import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-words.ts';

test('an address holds plain words, and survives the way there and back', () => {
  const search = { search: 'O\'Brian & "Söhne" 100%', page: '2', role: 'ADMIN' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
  expect(stringifySearch({ role: 'ADMIN', page: 2 })).toBe('?role=ADMIN&page=2');
});

test('what is empty is left out', () => {
  expect(stringifySearch({ search: '', role: undefined })).toBe('');
});

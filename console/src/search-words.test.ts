import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-words.ts';

test('search params are plain words in the URL and survive a round trip', () => {
  const search = { search: 'O\'Brian & "Söhne" 100%', page: '2', role: 'ADMIN' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
  expect(stringifySearch({ role: 'ADMIN', page: 2 })).toBe('?role=ADMIN&page=2');
});

test('empty values are left out', () => {
  expect(stringifySearch({ search: '', role: undefined })).toBe('');
});

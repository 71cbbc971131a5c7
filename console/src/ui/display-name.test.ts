import { expect, test } from 'vitest';
import { displayName } from './display-name.ts';

test('a person is shown by name, or else by username, or else by email', () => {
  const ada = { firstName: 'Ada', lastName: 'Lovelace', username: 'ada', email: 'ada@example.com' };
  expect(displayName(ada)).toBe('Ada Lovelace');
  expect(displayName({ ...ada, firstName: null })).toBe('Lovelace');
  expect(displayName({ ...ada, firstName: '', lastName: null })).toBe('ada');
  expect(displayName({ firstName: null, lastName: null, email: ada.email })).toBe('ada@example.com');
});

test('a Japanese name begins with the family name', () => {
  const taro = { firstName: '太郎', lastName: '山田', username: null, email: 'taro@example.com' };
  expect(displayName(taro)).toBe('山田 太郎');
});

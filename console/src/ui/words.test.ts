import { expect, test } from 'vitest';
import { formatCountdown } from './countdown.ts';
import { displayName } from './display-name.ts';
import { countOf, inWords } from './words.ts';

test('a person is shown by name, or else by username, or else by email', () => {
  const ada = { firstName: 'Ada', lastName: 'Lovelace', username: 'ada', email: 'ada@example.com' };
  expect(displayName(ada)).toBe('Ada Lovelace');
  expect(displayName({ ...ada, firstName: null })).toBe('Lovelace');
  expect(displayName({ ...ada, firstName: '', lastName: null })).toBe('ada');
  expect(displayName({ firstName: null, lastName: null, email: ada.email })).toBe('ada@example.com');
});

test('a count of one is singular, and any other count is plural', () => {
  expect(countOf(0, 'member')).toBe('0 members');
  expect(countOf(1, 'member')).toBe('1 member');
  expect(countOf(1204, 'member')).toBe(`${(1204).toLocaleString()} members`);
});

test('contract names are turned into readable words', () => {
  expect(inWords('two_factor_enabled')).toBe('Two factor enabled');
  expect(inWords('SENT')).toBe('Sent');
});

test('a countdown shows minutes and seconds, and stops at zero', () => {
  expect(formatCountdown(75)).toBe('1:15');
  expect(formatCountdown(9.2)).toBe('0:10');
  expect(formatCountdown(-3)).toBe('0:00');
});

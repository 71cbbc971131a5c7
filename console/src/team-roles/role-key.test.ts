import { expect, test } from 'vitest';
import { keyFrom } from './role-key.ts';

test('a key follows the name of its role', () => {
  expect(keyFrom('Support', '')).toBe('support');
  expect(keyFrom('  Räume & Geräte (EU)  ', '')).toBe('raume-gerate-eu');
  expect(keyFrom('2nd level', '')).toBe('nd-level');
  expect(keyFrom('2nd level', 'org-')).toBe('org-2nd-level');
});

test('without Latin letters only what it must begin with is left', () => {
  expect(keyFrom('', 'org-')).toBe('org-');
  expect(keyFrom('会計', 'org-')).toBe('org-');
  expect(keyFrom('会計', '')).toBe('');
});

test('a long name is cut, and never at a hyphen', () => {
  expect(keyFrom(`${'a'.repeat(45)} bookkeeping`, 'org-')).toHaveLength(49);
  expect(keyFrom('a'.repeat(90), '')).toHaveLength(50);
});

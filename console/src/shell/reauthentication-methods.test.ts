import { expect, test } from 'vitest';
import { waysOf } from './reauthentication-methods.ts';

test('a passkey comes first when the page can use one', () => {
  const methods = ['password', 'totp', 'backup_code', 'passkey'];
  expect(waysOf(methods, true)).toEqual(['passkey', 'password', 'code']);
  expect(waysOf(methods, false)).toEqual(['password', 'code']);
});

test('a backup code counts as a code', () => {
  expect(waysOf(['backup_code'], false)).toEqual(['code']);
});

test('a user with no usable method signs in again', () => {
  expect(waysOf(['sign_in'], true)).toEqual(['signIn']);
  expect(waysOf(['passkey'], false)).toEqual(['signIn']);
});

test('a user with nothing of their own gets a password by a link', () => {
  expect(waysOf([], true)).toEqual(['resetLink']);
});

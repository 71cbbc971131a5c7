import { expect, test } from 'vitest';
import { waysOf } from './ways.ts';

test('a passkey comes first, where this page can use one', () => {
  const methods = ['password', 'totp', 'backup_code', 'passkey'];
  expect(waysOf(methods, true)).toEqual(['passkey', 'password', 'code']);
  expect(waysOf(methods, false)).toEqual(['password', 'code']);
});

test('a backup code is a code', () => {
  expect(waysOf(['backup_code'], false)).toEqual(['code']);
});

test('whoever can prove nothing here signs in again', () => {
  expect(waysOf(['sign_in'], true)).toEqual(['signIn']);
  expect(waysOf(['passkey'], false)).toEqual(['signIn']);
});

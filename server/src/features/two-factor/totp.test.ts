import { expect, test } from 'vitest';
import { dataKeysOf, wrap } from '../../records/vault/data-keys.ts';
import { matchTotp, sealTotpSecret } from './totp.ts';

const keysUnder = (secret: string, dataKey: Buffer) =>
  dataKeysOf([wrap({ id: 1, purpose: null }, dataKey, [secret])], [secret]);
const secret = 'session-secret-for-tests-session-secret';
const keys = keysUnder(secret, Buffer.alloc(32, 1));
const userId = '01890000-0000-7000-8000-00000000000a';
const sealedSecret = sealTotpSecret(keys, userId, Buffer.from('12345678901234567890'));
const given = { userId, sealedSecret, code: '287082', now: new Date(59_000) };

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code matches RFC 6238', (second, code) => {
  const step = Math.floor(second / 30);
  expect(matchTotp(keys, { ...given, code, now: new Date(second * 1000) })).toBe(step);
  expect(matchTotp(keys, { ...given, code, now: new Date((second + 60) * 1000) })).toBeUndefined();
});

test('a sealed secret opens only for its owner', () => {
  const other = '01890000-0000-7000-8000-00000000000b';
  expect(matchTotp(keys, given)).toBe(1);
  expect(matchTotp(keys, { ...given, userId: other })).toBeUndefined();
});

test('an altered ciphertext does not open', () => {
  const altered = Buffer.from(sealedSecret);
  altered[20] = (altered[20] ?? 0) ^ 1;
  expect(matchTotp(keys, { ...given, sealedSecret: altered })).toBeUndefined();
});

test('a sealed secret does not open with another data key', () => {
  expect(matchTotp(keysUnder(secret, Buffer.alloc(32, 2)), given)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { matchTotp, sealTotpSecret } from './totp.ts';

const secrets = {
  SESSION_SECRET: 'session-secret-for-tests-session-secret',
  JWT_SECRET: 'access-secret-for-tests-access-secret-x',
  JWT_REFRESH_SECRET: 'refresh-secret-for-tests-refresh-secret',
};
const config = readConfig({ NODE_ENV: 'test' }, () => secrets);
const userId = '01890000-0000-7000-8000-00000000000a';
const sealedSecret = sealTotpSecret(config, userId, Buffer.from('12345678901234567890'));
const given = { userId, sealedSecret, code: '287082', now: new Date(59_000) };

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is the one that RFC 6238 lists', (second, code) => {
  const step = Math.floor(second / 30);
  expect(matchTotp(config, { ...given, code, now: new Date(second * 1000) })).toBe(step);
  expect(matchTotp(config, { ...given, code, now: new Date((second + 60) * 1000) })).toBeUndefined();
});

test('a sealed secret opens for its owner alone', () => {
  const other = '01890000-0000-7000-8000-00000000000b';
  expect(matchTotp(config, given)).toBe(1);
  expect(matchTotp(config, { ...given, userId: other })).toBeUndefined();
});

test('an altered ciphertext opens nothing', () => {
  const altered = Buffer.from(sealedSecret);
  altered[20] = (altered[20] ?? 0) ^ 1;
  expect(matchTotp(config, { ...given, sealedSecret: altered })).toBeUndefined();
});

test('another SESSION_SECRET opens nothing', () => {
  const rotated = readConfig({ NODE_ENV: 'test' }, () => ({
    ...secrets,
    SESSION_SECRET: 'another-secret-for-tests-another-secret',
  }));
  expect(matchTotp(rotated, given)).toBeUndefined();
});

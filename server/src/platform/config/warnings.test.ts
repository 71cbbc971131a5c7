import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { isGuessable } from './warnings.ts';

describe('the check for guessable secrets', () => {
  test.each([
    's'.repeat(32),
    'ab'.repeat(20),
    'e'.repeat(16) + 'f'.repeat(16),
    `${'1'.repeat(32)}x7Qp2`,
    'password'.repeat(4),
    'PasswordPassword1234PasswordPass',
    '0123456789abcdef0123456789abcdef',
    'abcdefghijklmnopqrstuvwxyz123456',
    'qwertyuiopasdfghjklzxcvbnm1234567890',
    'changeme-changeme-changeme-change',
    'please_change_this_secret_to_something_random',
    'your-super-secret-jwt-key-change-in-production',
    'this is a very long secret key for jwt',
    'Correct Horse Battery Staple Correct',
    'MyCompanySecret2024MyCompanySecret2024',
  ])('flags %s', (secret) => expect(isGuessable(secret)).toBe(true));

  const fromAlphabet = (letters: string, length: number) =>
    Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

  test.each<[string, () => string]>([
    ['openssl rand -hex 16', () => randomBytes(16).toString('hex')],
    ['openssl rand -hex 32', () => randomBytes(32).toString('hex')],
    ['openssl rand -base64 24', () => randomBytes(24).toString('base64')],
    ['openssl rand -base64 32', () => randomBytes(32).toString('base64')],
    ['base64url', () => randomBytes(24).toString('base64url')],
    ['uuidgen', randomUUID],
    ['32 random letters', () => fromAlphabet('abcdefghijklmnopqrstuvwxyz', 32)],
    ['40 random digits', () => fromAlphabet('0123456789', 40)],
  ])('accepts secrets made with %s', (_name, make) => {
    for (let n = 0; n < 2000; n++) {
      const secret = make();
      expect(isGuessable(secret), secret).toBe(false);
    }
  });
});

describe('production', () => {
  const secret = () => randomBytes(24).toString('base64');
  const good = () => ({
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://db.internal/latchkey',
    SMTP_URL: 'smtp://mail.internal',
    BASE_URL: 'https://id.example.com',
    EMAIL_FROM: 'id@example.com',
    SESSION_SECRET: secret(),
    JWT_SECRET: secret(),
    JWT_REFRESH_SECRET: secret(),
  });
  const warningsOf = (given: Record<string, string>) =>
    readConfig({ ...good(), ...given }, () => {
      throw new Error('nothing is generated in production');
    }).warnings;

  test('with everything set gets no warnings', () => expect(warningsOf({})).toEqual([]));

  test("gets one warning line per variable, which doesn't contain the secret", () => {
    const weak = 'please_change_this_secret_to_something_random';
    const warnings = warningsOf({ BASE_URL: '', EMAIL_FROM: '', JWT_SECRET: weak });
    expect(warnings).toEqual([
      'BASE_URL is not set: links in emails point to http://localhost:3000. Set it to the address people use.',
      'EMAIL_FROM is not set: mail comes from Latchkey <no-reply@localhost>, which few servers accept. Set it to your own address.',
      expect.stringMatching(/^JWT_SECRET is easy to guess: [^\n]+$/),
    ]);
    expect(warnings.join()).not.toContain(weak);
    for (const name of ['SESSION_SECRET', 'JWT_REFRESH_SECRET'])
      expect(warningsOf({ [name]: weak })).toEqual([expect.stringMatching(`^${name} is easy to guess`)]);
  });

  test.each([
    ['SESSION_SECRET', 'ab'.repeat(20), 'has fewer than ten different characters'],
    ['JWT_SECRET', 'abcdefghi'.repeat(4), 'has fewer than ten different characters'],
    ['JWT_REFRESH_SECRET', '0123456789abcdef0123456789abcdef', 'repeats one short piece'],
    ['AUDIT_SECRET', 'Kx7-mPqR2zW!Kx7-mPqR2zW!Kx7-mPqR2zW!', 'repeats one short piece'],
  ])('refuses %s = %s, which anyone guesses', (name, weak, reason) => {
    const started = () => warningsOf({ [name]: weak });
    expect(started).toThrow(`${name} ${reason}. Use a random one`);
    expect(started).not.toThrow(weak);
    expect(() => warningsOf({ NODE_ENV: 'development', [name]: weak })).not.toThrow();
  });

  test('names the likely variable for a typo, beside the fault it causes', () => {
    expect(warningsOf({ ENABLE_TWO_FACTOR: 'true' })).toEqual([
      "ENABLE_TWO_FACTOR is set, which Latchkey doesn't know. Did you mean ENABLE_TWO_FACTOR_AUTH?",
    ]);
    const mistyped = () => warningsOf({ SESSION_SECRET: '', SESION_SECRET: secret() });
    expect(mistyped).toThrow('SESSION_SECRET is not set.');
    expect(mistyped).toThrow('Did you mean SESSION_SECRET?');
  });

  test.each([
    ['EMAIL_FROM', '"Example <no-reply@example.com>"', 'quotation marks are part of the value'],
    ['PORT', "'3000'", 'quotation marks are part of the value'],
    ['DATABASE_URL', 'postgres://latchkey:pa/ss@db/latchkey', '/ is %2F'],
    ['DATABASE_URL', 'postgres://latchkey:pa#s:s@db/latchkey', '/ is %2F'],
    ['SMTP_URL', 'smtp://us:se/cret?@mail.example.com', '/ is %2F'],
    ['REDIS_URL', 'redis://:a#b/c@redis:6379', '/ is %2F'],
    ['REDIS_URL', 'redis+sentinel://:a#b/c@one,two/mymaster', '/ is %2F'],
  ])('says what to do about %s=%s', (name, value, advice) => {
    expect(() => warningsOf({ [name]: value })).toThrow(advice);
    expect(() => warningsOf({ [name]: value })).not.toThrow(value);
  });

  test('is told what the embedded database leaves to the operator', () => {
    expect(warningsOf({ DATABASE_URL: 'embedded:data' })).toEqual([
      expect.stringMatching(
        /^DATABASE_URL is embedded: newer minor versions .* backups .* database move --to/,
      ),
    ]);
  });

  test("gets warnings that development doesn't", () => {
    const secrets = { SESSION_SECRET: 's'.repeat(32), JWT_SECRET: 'j'.repeat(32) };
    expect(warningsOf({ NODE_ENV: 'development', BASE_URL: '', EMAIL_FROM: '', ...secrets })).toEqual([]);
  });
});

test('multiple processes without a shared rate limit store cause a warning, even in development', () => {
  const secrets = {
    SESSION_SECRET: 's'.repeat(32),
    JWT_SECRET: 'j'.repeat(32),
    JWT_REFRESH_SECRET: 'r'.repeat(32),
  };
  const warningsOf = (given: Record<string, string>) => readConfig(given, () => secrets).warnings;
  const told = [expect.stringMatching(/^WEB_CONCURRENCY is 3, .* up to 3 times .* Set REDIS_URL/)];
  expect(warningsOf({ WEB_CONCURRENCY: '3' })).toEqual(told);
  expect(warningsOf({ WEB_CONCURRENCY: '1' })).toEqual([]);
  expect(warningsOf({ WEB_CONCURRENCY: '3', REDIS_URL: 'redis://localhost' })).toEqual([]);
  const upstash = { UPSTASH_REDIS_REST_URL: 'https://x.example', UPSTASH_REDIS_REST_TOKEN: 'token' };
  expect(warningsOf({ WEB_CONCURRENCY: '3', ...upstash })).toEqual([]);
});

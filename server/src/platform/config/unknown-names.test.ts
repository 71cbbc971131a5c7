import { describe, expect, test } from 'vitest';
import { Environment } from './environment.ts';
import { ownPrefixes, unknownNames } from './unknown-names.ts';

const inEnvironment = (...names: string[]) =>
  unknownNames(Object.fromEntries(names.map((name) => [name, 'x'])), []);

describe('names in the environment', () => {
  test.each([
    ['SESION_SECRET', 'SESSION_SECRET'],
    ['SESSOIN_SECRET', 'SESSION_SECRET'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['REDIS_URI', 'REDIS_URL'],
    ['BASEURL', 'BASE_URL'],
    ['session_secret', 'SESSION_SECRET'],
    ['PROT', 'PORT'],
    ['ENABLE_TWO_FACTOR', 'ENABLE_TWO_FACTOR_AUTH'],
    ['RATE_LIMIT_LOGINS', 'RATE_LIMIT_LOGIN'],
    ['ALLOWED_ORIGIN', 'ALLOWED_ORIGINS'],
  ])('%s: %s is the likely one', (given, meant) => {
    expect(inEnvironment(given)).toEqual([
      `${given} is set, which Latchkey doesn't know. Did you mean ${meant}?`,
    ]);
  });

  test('one with a prefix of ours is named even if nothing is like it', () => {
    expect(inEnvironment('LATCHKEY_PORT', 'ENABLE_EVERYTHING')).toEqual([
      "LATCHKEY_PORT is set, which Latchkey doesn't know.",
      "ENABLE_EVERYTHING is set, which Latchkey doesn't know.",
    ]);
  });

  test('those of other programs are left alone, as are ours', () => {
    const theirs = ['PATH', 'HOME', 'HOSTNAME', 'LANG', 'PWD', 'USER', 'SHELL', 'TERM', 'TZ', 'EDITOR', 'CI'];
    const more = ['NODE_OPTIONS', 'GITHUB_TOKEN', 'GITHUB_SHA', 'GOOGLE_APPLICATION_CREDENTIALS', 'PGHOST'];
    const ours = ['LATCHKEY_URL', 'LATCHKEY_KEY', ...Object.keys(Environment.shape)];
    expect(inEnvironment(...theirs, ...more, ...ours)).toEqual([]);
    expect(unknownNames({ GITLAB_ISSUER: 'x', GITLAB_LABEL: 'x' }, ['gitlab'])).toEqual([]);
  });
});

test('in a file, every name that is not ours is named', () => {
  const given = { FAVORITE_COLOR: 'x', POSTGRES_PASSWORD: 'x', PORT: '1' };
  expect(unknownNames(given, [], { file: '.env', names: Object.keys(given) })).toEqual([
    ".env sets FAVORITE_COLOR, which Latchkey doesn't know.",
  ]);
});

test('each prefix begins a name that exists', () => {
  const unused = ownPrefixes.filter(
    (prefix) => !Object.keys(Environment.shape).some((name) => name.startsWith(prefix)),
  );
  expect(unused).toEqual(['LATCHKEY_']);
});

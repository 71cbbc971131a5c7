import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCredentials, newToken, sha256 } from './credentials.ts';
import { equalSecrets } from './equal-secrets.ts';

const secrets = {
  session: 'session-secret-session-secret-session',
  accessToken: 'access-secret-access-secret-access-se',
  refreshToken: 'refresh-secret-refresh-secret-refresh',
  generated: false,
  previous: { session: [], accessToken: [], refreshToken: [] },
};
const credentials = createCredentials(secrets);
const id = '0198c0de-1234-7abc-8def-0123456789ab';
const user = { id: '0198c0de-9999-7abc-8def-0123456789ab', email: 'ada@example.com', role: 'USER' };
const now = new Date('2026-01-01T12:00:00.400Z');

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const part = (token: string, at: number) =>
  JSON.parse(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString());
/** A token signed by hand, as an intruder would. */
const signed = (header: object, claims: object, secret = secrets.accessToken, hash = 'sha256') => {
  const body = `${base64(header)}.${base64(claims)}`;
  return `${body}.${createHmac(hash, secret).update(body).digest('base64url')}`;
};
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('the session cookie', () => {
  test("leads to its session without revealing the session's id", () => {
    const cookie = credentials.sessionCookie(id);
    expect(credentials.readSessionCookie(cookie)).toBe(id);
    expect(cookie).toMatch(/^[\w-]+$/);
    expect(Buffer.from(cookie, 'base64url').toString('hex')).not.toContain(id.replaceAll('-', ''));
  });

  test('is refused if any character is changed', () => {
    const cookie = credentials.sessionCookie(id);
    for (let at = 0; at < cookie.length; at++) {
      const altered = cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1);
      // The last character of unpadded base64url has bits that carry nothing.
      const same = Buffer.from(altered, 'base64url').equals(Buffer.from(cookie, 'base64url'));
      if (!same) expect(credentials.readSessionCookie(altered)).toBeUndefined();
    }
  });

  test('is refused if it is some other value', () => {
    const other = createCredentials({ ...secrets, session: 'another-secret-another-secret-another' });
    for (const value of [
      '',
      'nonsense',
      id,
      other.sessionCookie(id),
      credentials.csrfToken(id),
      credentials.refreshToken(id, 0),
      credentials.rememberToken(id, 0),
      credentials.accessToken({ id }, user, now),
      'x'.repeat(10_000),
    ])
      expect(credentials.readSessionCookie(value)).toBeUndefined();
  });
});

describe('the access token', () => {
  test('carries exactly six claims, is signed with HS256, and lasts 15 minutes', () => {
    const token = credentials.accessToken({ id }, user, now);
    expect(part(token, 0)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const iat = Math.floor(now.getTime() / 1000);
    expect(part(token, 1)).toEqual({
      sub: user.id,
      email: user.email,
      role: 'USER',
      iat,
      exp: iat + 900,
      jti: expect.stringMatching(new RegExp(`^${id}\\.[\\w-]{12}$`)),
    });
  });

  test('has a new identifier every time', () => {
    const tokens = Array.from({ length: 50 }, () => part(credentials.accessToken({ id }, user, now), 1).jti);
    expect(new Set(tokens).size).toBe(50);
  });

  test('leads to its session until the second it expires', () => {
    const token = credentials.accessToken({ id }, user, now);
    expect(credentials.readAccessToken(token, now)).toMatchObject({ sessionId: id, userId: user.id });
    expect(credentials.readAccessToken(token, after(899))).toBeDefined();
    expect(credentials.readAccessToken(token, after(900))).toBeUndefined();
  });

  test('is refused if it is forged', () => {
    const claims = part(credentials.accessToken({ id }, user, now), 1);
    const good = { alg: 'HS256', typ: 'JWT' };
    expect(credentials.readAccessToken(signed(good, claims), now)).toBeDefined();
    const [head, body, mac] = credentials.accessToken({ id }, user, now).split('.');
    const forged = [
      signed(good, claims, 'another-secret-another-secret-another'),
      signed(good, claims, secrets.session),
      signed(good, claims, secrets.refreshToken),
      signed({ alg: 'HS512', typ: 'JWT' }, claims, secrets.accessToken, 'sha512'),
      signed({ alg: 'none', typ: 'JWT' }, claims),
      `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`,
      `${base64({ alg: 'RS256', typ: 'JWT' })}.${base64(claims)}.${mac}`,
      `${head}.${base64({ ...claims, sub: id })}.${mac}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${head}.${body}.${mac}.${mac}`,
      '..',
      '',
      'x'.repeat(10_000),
      credentials.refreshToken(id, 0),
      credentials.sessionCookie(id),
    ];
    for (const token of forged) expect(credentials.readAccessToken(token, now)).toBeUndefined();
  });

  test('is refused without the claims it needs, even if correctly signed', () => {
    const claims = part(credentials.accessToken({ id }, user, now), 1);
    const good = { alg: 'HS256', typ: 'JWT' };
    for (const wrong of [
      { sub: undefined },
      { exp: undefined },
      { exp: 'tomorrow' },
      { jti: undefined },
      { jti: 'nonsense' },
      { jti: 5 },
    ])
      expect(credentials.readAccessToken(signed(good, { ...claims, ...wrong }), now)).toBeUndefined();
  });
});

describe.each([
  { name: 'refresh', make: credentials.refreshToken, read: credentials.readRefreshToken, mark: '.' },
  { name: 'remember-me', make: credentials.rememberToken, read: credentials.readRememberToken, mark: ':' },
])('the $name token', ({ make, read, mark }) => {
  test('yields its id and counter', () => {
    for (const counter of [0, 1, 4_294_967_295]) expect(read(make(id, counter))).toEqual({ id, counter });
    expect(make(id, 0)).toMatch(new RegExp(`^${id}\\${mark}[\\w-]+$`));
  });

  test('is derived from its id and counter, so concurrent renewals get the same successor', () => {
    expect(make(id, 7)).toBe(make(id, 7));
    expect(make(id, 7)).not.toBe(make(id, 8));
  });

  test('is refused if any character is changed', () => {
    const token = make(id, 3);
    for (let at = 0; at < token.length; at++) {
      const altered = token.slice(0, at) + (token[at] === '0' ? '1' : '0') + token.slice(at + 1);
      expect(read(altered)).toBeUndefined();
    }
    for (const altered of [
      `${token}A`,
      `${token}.`,
      token.slice(0, -1),
      token.toUpperCase(),
      ` ${token}`,
      '',
    ])
      expect(read(altered)).toBeUndefined();
  });

  test("can't be made from the other kind of token or with another secret", () => {
    const others = [
      credentials.refreshToken(id, 3),
      credentials.rememberToken(id, 3),
      createCredentials({
        ...secrets,
        refreshToken: secrets.session,
        session: secrets.refreshToken,
      }).refreshToken(id, 3),
    ].filter((token) => token !== make(id, 3));
    for (const token of others) {
      expect(read(token)).toBeUndefined();
      expect(read(token.replace(/[.:]/, mark))).toBeUndefined();
    }
  });
});

test('the CSRF token is bound to one session and one secret', () => {
  const other = createCredentials({ ...secrets, session: 'another-secret-another-secret-another' });
  const tokens = [credentials.csrfToken(id), credentials.csrfToken(user.id), other.csrfToken(id)];
  expect(new Set(tokens).size).toBe(3);
  expect(credentials.csrfToken(id)).toBe(tokens[0]);
});

describe('secret comparison', () => {
  test('accepts only equal secrets, regardless of length', () => {
    expect(equalSecrets('secret', 'secret')).toBe(true);
    for (const [one, other] of [
      ['secret', 'secreT'],
      ['secret', 'secret '],
      ['secret', ''],
      ['', 'x'.repeat(100_000)],
      ['secret', 'secret\0'],
      ['é', 'e\u0301'],
    ] as const) {
      expect(equalSecrets(one, other)).toBe(false);
      expect(equalSecrets(other, one)).toBe(false);
    }
  });
});

test('an emailed token is long and random, and comes with its hash', () => {
  const { token, hash } = newToken();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(hash).toEqual(sha256(token));
  expect(newToken().token).not.toBe(token);
});

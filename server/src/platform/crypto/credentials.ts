import { createHmac, hash, randomBytes } from 'node:crypto';
import { lifetimes } from '@latchkey/contract';
import type { Config } from '../config/config.ts';
import { keepRecent } from '../recent.ts';
import { equalSecrets } from './equal-secrets.ts';
import { hmacJwts, isLive, type JwtClaims } from './jwt.ts';
import { deriveKeys, seal, unseal } from './seal.ts';

/**
 * Remembers a pure function's results for its latest arguments: at least `most` and at most twice as many. Undefined is
 * not remembered, so wrong guesses don't displace results.
 */
export function memo<T extends object | string>(
  make: (argument: string) => T | undefined,
  most = 2000,
): (argument: string) => T | undefined {
  const recent = keepRecent<T>(most);
  return (argument) => {
    const known = recent.get(argument);
    if (known !== undefined) return known;
    const made = make(argument);
    if (made !== undefined) recent.set(argument, made);
    return made;
  };
}

/**
 * Everything a caller can present, made and read in one place. All of it is synchronous: see `seal`. What was read a
 * moment ago is not read again, but what it leads to, and until when, is checked each time.
 */
export type Credentials = ReturnType<typeof createCredentials>;

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Made with the current secrets, read with earlier ones too. A CSRF token is valid for one `cookieDomain`; if that
 * changes, both cookies of a session are set again.
 */
export function createCredentials(secrets: Config['secrets'], cookieDomain?: string) {
  const { previous } = secrets;
  const ofSession = [secrets.session, ...previous.session] as const;
  const cookieKeys = deriveKeys(ofSession, 'session-cookie');
  const rememberKeys = deriveKeys(ofSession, 'remember-me');
  const refreshKeys = deriveKeys([secrets.refreshToken, ...previous.refreshToken], 'refresh-token');
  const grantKeys = deriveKeys([secrets.refreshToken, ...previous.refreshToken], 'application-refresh-token');

  return {
    ...accessTokens([secrets.accessToken, ...previous.accessToken]),
    ...csrfTokens(deriveKeys(ofSession, cookieDomain ? `csrf ${cookieDomain}` : 'csrf')),

    sessionCookie: (sessionId: string) =>
      seal(cookieKeys, Buffer.from(sessionId.replaceAll('-', ''), 'hex')).toString('base64url'),

    readSessionCookie: memo((value) => {
      const id = unseal(cookieKeys, Buffer.from(value, 'base64url'));
      return id?.length === 16 ? uuidOf(id) : undefined;
    }),

    /** Derived from session and counter: requests that race to rotate it find the same successor. */
    refreshToken: (sessionId: string, counter: number) => counted(refreshKeys[0], sessionId, counter),
    readRefreshToken: (token: string) => readCounted(refreshKeys, token),

    /** An application's refresh token, derived the same way. */
    grantToken: (grantId: string, counter: number) => counted(grantKeys[0], grantId, counter),
    readGrantToken: (token: string) => readCounted(grantKeys, token),

    rememberToken: (series: string, counter: number) =>
      counted(rememberKeys[0], series, counter).replace('.', ':'),
    readRememberToken: (token: string) => readCounted(rememberKeys, token.replace(':', '.')),
  };
}

function csrfTokens([key, ...previous]: readonly [Buffer, ...Buffer[]]) {
  const tokenUnder = (each: Buffer, sessionId: string) =>
    createHmac('sha256', each).update(sessionId).digest('base64url');
  const currentOf = memo((sessionId) => tokenUnder(key, sessionId));
  const csrfToken = (sessionId: string) => currentOf(sessionId) ?? '';
  return {
    csrfToken,
    /** Whether this session was given it, under any of the secrets. */
    isCsrfToken: (sessionId: string, token: string): boolean =>
      equalSecrets(token, csrfToken(sessionId)) ||
      previous.some((each) => equalSecrets(token, tokenUnder(each, sessionId))),
  };
}

function accessTokens(secrets: readonly [string, ...string[]]) {
  const tokens = hmacJwts(secrets, { typ: 'JWT' });
  const read = memo((token) => {
    const claims = tokens.read(token);
    return claims && callerIn(claims);
  });

  return {
    accessToken(
      session: { id: string },
      user: { id: string; email: string; role: string },
      now: Date,
    ): string {
      const iat = Math.floor(now.getTime() / 1000);
      const jti = `${session.id}.${randomBytes(9).toString('base64url')}`;
      const exp = iat + lifetimes.accessTokenSeconds;
      return tokens.sign({ sub: user.id, email: user.email, role: user.role, iat, exp, jti });
    },

    /** The session an unexpired token of ours leads to. */
    readAccessToken(token: string, now: Date): Caller | undefined {
      const held = read(token);
      return held && isLive(held.claims, now) ? held.caller : undefined;
    },
  };
}

type Caller = { sessionId: string; userId: string; endsAt: Date };

function callerIn(claims: JwtClaims): { caller: Caller; claims: JwtClaims } | undefined {
  const { sub, jti, exp } = claims;
  if (typeof sub !== 'string' || typeof jti !== 'string' || typeof exp !== 'number') return undefined;
  const sessionId = jti.split('.')[0] ?? '';
  const caller = { sessionId, userId: sub, endsAt: new Date(exp * 1000) };
  return uuidPattern.test(sessionId) ? { caller, claims } : undefined;
}

/** `<id>.<counter and MAC>` */
function counted(key: Buffer, id: string, counter: number): string {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(counter);
  const mac = createHmac('sha256', key).update(id).update(head).digest();
  return `${id}.${Buffer.concat([head, mac]).toString('base64url')}`;
}

function readCounted(keys: readonly Buffer[], token: string): { id: string; counter: number } | undefined {
  const [id = '', secret = ''] = token.split('.');
  const bytes = Buffer.from(secret, 'base64url');
  if (!uuidPattern.test(id) || bytes.length !== 36) return undefined;
  const counter = bytes.readUInt32BE(0);
  const ours = keys.some((key) => equalSecrets(counted(key, id, counter), token));
  return ours ? { id, counter } : undefined;
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function sha256(value: string): Buffer {
  return hash('sha256', value, 'buffer');
}

/** A secret to hand out; only its hash is kept. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: sha256(token) };
}

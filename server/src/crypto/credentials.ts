import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lifetimes } from '@latchkey/contract';
import { createSigner, createVerifier } from 'fast-jwt';
import type { Config } from '../config.ts';
import { deriveKey, seal, unseal } from './seal.ts';

/** Everything a caller can present, made and read in one place. All of it synchronous: see `seal`. */
export type Credentials = ReturnType<typeof createCredentials>;

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

export function createCredentials(secrets: Config['secrets']) {
  const cookieKey = deriveKey(secrets.session, 'session-cookie');
  const csrfKey = deriveKey(secrets.session, 'csrf');
  const rememberKey = deriveKey(secrets.session, 'remember-me');
  const refreshKey = deriveKey(secrets.refreshToken, 'refresh-token');

  return {
    ...accessTokens(secrets.accessToken),

    sessionCookie: (sessionId: string) =>
      seal(cookieKey, Buffer.from(sessionId.replaceAll('-', ''), 'hex')).toString('base64url'),

    readSessionCookie(value: string): string | undefined {
      const id = unseal(cookieKey, Buffer.from(value, 'base64url'));
      return id?.length === 16 ? uuidOf(id) : undefined;
    },

    /** Derived from session and counter: requests that race to rotate it find the same successor. */
    refreshToken: (sessionId: string, counter: number) => counted(refreshKey, sessionId, counter),
    readRefreshToken: (token: string) => readCounted(refreshKey, token),

    rememberToken: (series: string, counter: number) =>
      counted(rememberKey, series, counter).replace('.', ':'),
    readRememberToken: (token: string) => readCounted(rememberKey, token.replace(':', '.')),

    csrfToken: (sessionId: string) => createHmac('sha256', csrfKey).update(sessionId).digest('base64url'),
  };
}

function accessTokens(key: string) {
  const sign = createSigner({ key, algorithm: 'HS256' });
  // Expiry is judged by the service's own clock, below.
  const verify = createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true });

  return {
    accessToken(
      session: { id: string },
      user: { id: string; email: string; role: string },
      now: Date,
    ): string {
      const iat = Math.floor(now.getTime() / 1000);
      const jti = `${session.id}.${randomBytes(9).toString('base64url')}`;
      const exp = iat + lifetimes.accessTokenSeconds;
      return sign({ sub: user.id, email: user.email, role: user.role, iat, exp, jti });
    },

    /** The session an unexpired token of ours leads to. */
    readAccessToken(token: string, now: Date): { sessionId: string; userId: string } | undefined {
      const claims = claimsOf(verify, token);
      if (!claims || claims.exp * 1000 <= now.getTime()) return undefined;
      const sessionId = claims.jti.split('.')[0] ?? '';
      return uuidPattern.test(sessionId) ? { sessionId, userId: claims.sub } : undefined;
    },
  };
}

function claimsOf(
  verify: (token: string) => unknown,
  token: string,
): { sub: string; exp: number; jti: string } | undefined {
  try {
    const { sub, exp, jti } = verify(token) as Record<string, unknown>;
    return typeof sub === 'string' && typeof exp === 'number' && typeof jti === 'string'
      ? { sub, exp, jti }
      : undefined;
  } catch {
    return undefined;
  }
}

/** `<id>.<counter and MAC>` */
function counted(key: Buffer, id: string, counter: number): string {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(counter);
  const mac = createHmac('sha256', key).update(id).update(head).digest();
  return `${id}.${Buffer.concat([head, mac]).toString('base64url')}`;
}

function readCounted(key: Buffer, token: string): { id: string; counter: number } | undefined {
  const [id = '', secret = ''] = token.split('.');
  const bytes = Buffer.from(secret, 'base64url');
  if (!uuidPattern.test(id) || bytes.length !== 36) return undefined;
  const counter = bytes.readUInt32BE(0);
  return equalSecrets(counted(key, id, counter), token) ? { id, counter } : undefined;
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** In constant time, whatever the lengths. */
export function equalSecrets(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

export function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

/** A secret that leaves by mail; only its hash is kept. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: sha256(token) };
}

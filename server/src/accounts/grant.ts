import { lifetimes } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { record } from '../audit/record.ts';
import { sha256 } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { addressOf, clearFailures } from './attempt-store.ts';
import { noticeDevice } from './devices.ts';
import { insertSeries } from './remember-store.ts';
import { insertSession } from './session-store.ts';
import { noteLogin, type UserRow } from './user-store.ts';

const day = 86_400_000;

export type TokenSet = { accessToken: string; refreshToken: string; tokenType: 'Bearer'; expiresIn: number };

/** All that a client gets to hold for a session. */
export type SessionGrant = {
  sessionId: string;
  user: UserRow;
  sessionCookie: string;
  csrfToken: string;
  rememberToken: string | undefined;
  tokens: TokenSet;
};

export function tokensFor(
  deps: Deps,
  sessionId: string,
  refreshCounter: number,
  user: UserRow,
  now: Date,
): TokenSet {
  return {
    accessToken: deps.credentials.accessToken({ id: sessionId }, user, now),
    refreshToken: deps.credentials.refreshToken(sessionId, refreshCounter),
    tokenType: 'Bearer',
    expiresIn: lifetimes.accessTokenSeconds,
  };
}

/** Everything here is derived from ids and counters, so that it can be handed out again to requests that raced. */
export function grantFor(
  deps: Deps,
  user: UserRow,
  session: { id: string; refreshCounter: number; remember: { series: string; counter: number } | undefined },
  now: Date,
): SessionGrant {
  const { credentials } = deps;
  return {
    sessionId: session.id,
    user,
    sessionCookie: credentials.sessionCookie(session.id),
    csrfToken: credentials.csrfToken(session.id),
    rememberToken:
      session.remember && credentials.rememberToken(session.remember.series, session.remember.counter),
    tokens: tokensFor(deps, session.id, session.refreshCounter, user, now),
  };
}

/** Opens a session row. One that can be renewed by remember-me lives as long as that. */
export async function openSession(
  tx: Db,
  sessionId: string,
  userId: string,
  rememberSeries: string | null,
  origin: RequestOrigin,
): Promise<void> {
  const { now, ipAddress, userAgent } = origin;
  const days = rememberSeries ? lifetimes.rememberMeDays : lifetimes.sessionDays;
  await insertSession(tx, {
    id: sessionId,
    userId,
    ipAddress,
    userAgent,
    rememberSeries,
    expiresAt: new Date(now.getTime() + days * day),
    refreshExpiresAt: new Date(now.getTime() + lifetimes.refreshTokenDays * day),
    now,
  });
}

export type LoginOptions = {
  rememberMe: boolean;
  /** How the caller proved himself, for the audit trail. */
  method: string;
};

/** The end of every way to log in: the count is cleared, the session opened, the owner told of a new device. */
export async function completeLogin(
  deps: Deps,
  tx: Db,
  user: UserRow,
  options: LoginOptions,
  origin: RequestOrigin,
): Promise<SessionGrant> {
  const { now } = origin;
  await clearFailures(tx, addressOf(user));
  const sessionId = uuidv7();
  const remember = options.rememberMe ? { series: uuidv7(), counter: 0 } : undefined;
  if (remember) {
    const tokenHash = sha256(deps.credentials.rememberToken(remember.series, 0));
    const expiresAt = new Date(now.getTime() + lifetimes.rememberMeDays * day);
    await insertSeries(tx, {
      series: remember.series,
      userId: user.id,
      tokenHash,
      sessionId,
      expiresAt,
      now,
    });
  }
  await openSession(tx, sessionId, user.id, remember?.series ?? null, origin);
  const metadata = { method: options.method, sessionId };
  await record(tx, origin, { action: 'AUTH_LOGIN_SUCCESS', user, metadata });
  if (remember)
    await record(tx, origin, { action: 'AUTH_REMEMBER_ME_CREATED', user, metadata: { sessionId } });
  await noticeDevice(deps, tx, user, origin);
  await noteLogin(tx, user.id, now);
  return grantFor(deps, { ...user, lastLoginAt: now }, { id: sessionId, refreshCounter: 0, remember }, now);
}

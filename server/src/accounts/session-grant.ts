import { lifetimes } from '@latchkey/contract';
import type { OpenContext } from '../deps.ts';
import type { UserRow } from './user-store.ts';

export type TokenSet = { accessToken: string; refreshToken: string; tokenType: 'Bearer'; expiresIn: number };

/** Everything a client gets for a session. */
export type SessionGrant = {
  sessionId: string;
  user: UserRow;
  sessionCookie: string;
  csrfToken: string;
  rememberToken: string | undefined;
  tokens: TokenSet;
};

type Session = { id: string; refreshCounter: number };

export function tokensFor({ deps, origin }: OpenContext, user: UserRow, session: Session): TokenSet {
  return {
    accessToken: deps.credentials.accessToken({ id: session.id }, user, origin.now),
    refreshToken: deps.credentials.refreshToken(session.id, session.refreshCounter),
    tokenType: 'Bearer',
    expiresIn: lifetimes.accessTokenSeconds,
  };
}

/** Everything here is derived from IDs and counters, so racing requests can be given the same values. */
export function grantFor(
  context: OpenContext,
  user: UserRow,
  session: Session & { remember: { series: string; counter: number } | undefined },
): SessionGrant {
  const { credentials } = context.deps;
  const { id, remember } = session;
  return {
    sessionId: id,
    user,
    sessionCookie: credentials.sessionCookie(id),
    csrfToken: credentials.csrfToken(id),
    rememberToken: remember && credentials.rememberToken(remember.series, remember.counter),
    tokens: tokensFor(context, user, session),
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { lifetimes } from '@latchkey/contract';
import type { Clock } from '../../platform/clock.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';

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

/**
 * Rotates a token that several requests may carry at once, as a browser's tabs do. Requests that arrived before the
 * rotation settled share its outcome; a request that arrives later has a token that was already used. A rotation is
 * first written as shared for a few seconds (which is also the limit if a node dies in between), left open for a moment
 * so requests already on their way get in, then settled, and only then answered: a client that knows the outcome can't
 * count as early. Settling only ever brings that moment forward, however late it is.
 */
const unsettledMicroseconds = 5_000_000;
const openMs = 250;

export function sharedUntil(clock: Clock): number {
  return clock.instant() + unsettledMicroseconds;
}

export async function settleRotation<T>(clock: Clock, write: (rotatedAt: number) => Promise<T>): Promise<T> {
  await delay(openMs);
  return write(clock.instant());
}

/** The last rotation, as the database knows it. `isShared`: it is only seconds ago. */
type Rotation = { counter: number; rotatedAt: string | null; isShared: boolean };

/** What to make of a rotated token. `late`: the request arrived in time, but its answer would come too long after. */
export function classifyReplay(
  receivedAt: number,
  counter: number,
  last: Rotation,
): 'shared' | 'late' | 'reused' {
  if (last.counter !== counter + 1 || !arrivedBefore(receivedAt, last.rotatedAt)) return 'reused';
  return last.isShared ? 'shared' : 'late';
}

export function arrivedBefore(receivedAt: number, rotatedAt: string | null): boolean {
  return rotatedAt !== null && receivedAt < Number(rotatedAt);
}

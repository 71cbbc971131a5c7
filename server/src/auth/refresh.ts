import { lifetimes } from '@latchkey/contract';
import { type TokenSet, tokensFor } from '../accounts/grant.ts';
import { arrivedBefore, settleRotation, sharedUntil } from '../accounts/rotation.ts';
import { deleteSession, findRefreshState, rotateRefresh, settleRefresh } from '../accounts/session-store.ts';
import { findUser } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';

type RefreshRefusal = Refusal<'REFRESH_TOKEN_INVALID' | 'REFRESH_REUSED'>;

export async function refresh(
  deps: Deps,
  token: string | undefined,
  origin: RequestOrigin,
): Promise<TokenSet | RefreshRefusal> {
  const { sql, clock, credentials } = deps;
  const presented = token ? credentials.readRefreshToken(token) : undefined;
  if (!presented) return refuse('REFRESH_TOKEN_INVALID');
  const { id: sessionId, counter } = presented;
  const rotated = await rotateRefresh(sql, {
    sessionId,
    counter,
    sharedUntil: sharedUntil(clock),
    refreshExpiresAt: new Date(origin.now.getTime() + lifetimes.refreshTokenDays * 86_400_000),
    now: origin.now,
  });
  if (rotated) await settleRotation(clock, (at) => settleRefresh(sql, sessionId, counter + 1, at));

  const state = await findRefreshState(sql, sessionId);
  if (!state || state.expiresAt <= origin.now || state.refreshExpiresAt <= origin.now)
    return refuse('REFRESH_TOKEN_INVALID');
  const shares =
    state.refreshCounter === counter + 1 && arrivedBefore(origin.receivedAt, state.refreshRotatedAt);
  if (!rotated && !shares) return endReused(deps, sessionId, state.userId, origin);
  const user = await findUser(sql, state.userId, origin.now);
  return user ? tokensFor(deps, sessionId, counter + 1, user, origin.now) : refuse('REFRESH_TOKEN_INVALID');
}

/** Somebody else holds a copy of this token, or held it first: nobody goes on with this session. */
async function endReused(
  deps: Deps,
  sessionId: string,
  userId: string,
  origin: RequestOrigin,
): Promise<RefreshRefusal> {
  await transact(deps, async (tx) => {
    const user = await findUser(tx, userId, origin.now);
    const { sessions } = await deleteSession(tx, userId, sessionId);
    if (sessions > 0 && user)
      await record(tx, origin, { action: 'AUTH_REFRESH_REUSE_DETECTED', user, metadata: { sessionId } });
  });
  return refuse('REFRESH_REUSED');
}

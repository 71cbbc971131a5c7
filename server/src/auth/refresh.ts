import { lifetimes } from '@latchkey/contract';
import { arrivedBefore, settleRotation, sharedUntil } from '../accounts/rotation.ts';
import { type TokenSet, tokensFor } from '../accounts/session-grant.ts';
import { deleteSession, findRefreshState, rotateRefresh, settleRefresh } from '../accounts/session-store.ts';
import { findUser } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { OpenContext } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';

type RefreshRefusal = Refusal<'REFRESH_TOKEN_INVALID' | 'REFRESH_REUSED'>;

export async function refresh(
  context: OpenContext,
  { refreshToken }: { refreshToken: string | undefined },
): Promise<TokenSet | RefreshRefusal> {
  const { deps, origin } = context;
  const { sql, clock, credentials } = deps;
  const presented = refreshToken ? credentials.readRefreshToken(refreshToken) : undefined;
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
  if (!rotated && !shares) return endReused(context, { sessionId, userId: state.userId });
  const user = await findUser(sql, state.userId, origin.now);
  if (!user) return refuse('REFRESH_TOKEN_INVALID');
  return tokensFor(context, user, { id: sessionId, refreshCounter: counter + 1 });
}

/** Somebody else holds a copy of this token, or held it first: nobody goes on with this session. */
async function endReused(
  { deps, origin }: OpenContext,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<RefreshRefusal> {
  await transact(deps, async (tx) => {
    const user = await findUser(tx, userId, origin.now);
    const { sessions } = await deleteSession(tx, userId, sessionId);
    if (sessions > 0 && user)
      await record(tx, origin, { action: 'AUTH_REFRESH_REUSE_DETECTED', user, metadata: { sessionId } });
  });
  return refuse('REFRESH_REUSED');
}

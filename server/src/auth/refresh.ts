import { lifetimes } from '@latchkey/contract';
import { arrivedBefore, settleRotation, sharedUntil } from '../accounts/rotation.ts';
import { type TokenSet, tokensFor } from '../accounts/session-grant.ts';
import { deleteSession, findRefreshState, rotateRefresh, settleRefresh } from '../accounts/session-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
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
  const { now } = origin;
  const settle = (rotatedAt: number) =>
    settleRefresh(sql, { sessionId, counter: counter + 1, rotatedAt, now });
  const state = rotated ? await settleRotation(clock, settle) : await findRefreshState(sql, sessionId, now);
  if (!state || state.expiresAt <= origin.now || state.refreshExpiresAt <= origin.now)
    return refuse('REFRESH_TOKEN_INVALID');
  const shares =
    state.refreshCounter === counter + 1 && arrivedBefore(origin.receivedAt, state.refreshRotatedAt);
  if (!rotated && !shares) return endReused(context, sessionId, state);
  return tokensFor(context, state, { id: sessionId, refreshCounter: counter + 1 });
}

/** Someone else has a copy of this token, or had it first: nobody gets to keep this session. */
async function endReused(
  { deps, origin }: OpenContext,
  sessionId: string,
  user: UserRow,
): Promise<RefreshRefusal> {
  await transact(deps, async (tx) => {
    const { sessions } = await deleteSession(tx, user.id, sessionId);
    if (sessions > 0)
      await record(tx, origin, { action: 'AUTH_REFRESH_REUSE_DETECTED', user, metadata: { sessionId } });
  });
  return refuse('REFRESH_REUSED');
}

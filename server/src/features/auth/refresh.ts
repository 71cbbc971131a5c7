import { lifetimes } from '@latchkey/contract';
import type { UserRow } from '../../identity/accounts/user-store.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { isStale } from '../../identity/policies/judge.ts';
import { findSessionUse } from '../../identity/policies/session-use-store.ts';
import { endIfStale } from '../../identity/policies/stale-sessions.ts';
import {
  classifyReplay,
  settleRotation,
  sharedUntil,
  type TokenSet,
  tokensFor,
} from '../../identity/sessions/session-grant.ts';
import {
  deleteSession,
  findRefreshState,
  rotateRefresh,
  settleRefresh,
} from '../../identity/sessions/session-store.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';

type RefreshRefusal = Refusal<'REFRESH_TOKEN_INVALID' | 'REFRESH_REUSED'>;

/** `late`: the session lives on with the tokens that a request before this one got. */
export async function refresh(
  context: OpenContext,
  { refreshToken }: { refreshToken: string | undefined },
): Promise<TokenSet | RefreshRefusal | 'late'> {
  const { deps, origin } = context;
  const { sql, clock, credentials } = deps;
  const presented = refreshToken ? credentials.readRefreshToken(refreshToken) : undefined;
  if (!presented) return refuse('REFRESH_TOKEN_INVALID');
  const { id: sessionId, counter } = presented;
  const { now } = origin;
  const [use, rotated] = await Promise.all([
    findSessionUse(sql, sessionId),
    rotateRefresh(sql, {
      sessionId,
      counter,
      sharedUntil: sharedUntil(clock),
      refreshExpiresAt: new Date(now.getTime() + lifetimes.refreshTokenDays * 86_400_000),
      now,
    }),
  ]);
  // A session that is over by a policy ends, whether or not its token was just renewed.
  if (use && isStale(deps.config, use.policies, use, now) && (await endIfStale(deps, sessionId, now)))
    return refuse('REFRESH_TOKEN_INVALID');
  const settle = (rotatedAt: number) =>
    settleRefresh(sql, { sessionId, counter: counter + 1, rotatedAt, now });
  const state = rotated ? await settleRotation(clock, settle) : await findRefreshState(sql, sessionId, now);
  if (!state || state.expiresAt <= origin.now || state.refreshExpiresAt <= origin.now)
    return refuse('REFRESH_TOKEN_INVALID');
  const replay = rotated ? 'shared' : classifyReplay(origin.receivedAt, counter, state);
  if (replay === 'reused') return endReused(context, sessionId, state);
  if (replay === 'late') return replay;
  return tokensFor(context, state, { id: sessionId, refreshCounter: counter + 1 });
}

/** Another client has a copy of this token, or had it first: the session ends for both. */
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

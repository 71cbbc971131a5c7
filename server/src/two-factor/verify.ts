import { deletePendingLogins } from '../accounts/pending-login-store.ts';
import { deleteSessions, isLive } from '../accounts/session-store.ts';
import { enable, findTwoFactor } from '../accounts/two-factor-store.ts';
import { lockUser, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { type Caller, sessionIdOf } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { mailTwoFactor } from './notice.ts';
import { matchTotp } from './totp.ts';

/**
 * The first code proves that the authenticator has the secret. A wrong one may be tried again as often as the rate
 * limit allows: the caller was shown the secret, so there is nothing to guess.
 */
export function verifyTwoFactor(
  deps: Deps,
  caller: Caller,
  code: string,
  origin: RequestOrigin,
): Promise<UserRow | Refusal<'UNAUTHENTICATED' | 'TWO_FACTOR_NOT_PENDING' | 'TWO_FACTOR_CODE_INVALID'>> {
  return transact(deps, async (tx) => {
    const user = await lockUser(tx, caller.user.id, origin.now);
    if (!(await isLive(tx, sessionIdOf(caller)))) return refuse('UNAUTHENTICATED');
    const sealedSecret =
      user && !user.twoFactorEnabled && (await findTwoFactor(tx, user.id))?.twoFactorSecret;
    if (!user || !sealedSecret) return refuse('TWO_FACTOR_NOT_PENDING');
    const step = matchTotp(deps.config, user.id, sealedSecret, code, origin.now);
    const change = step !== undefined && { userId: user.id, sealedSecret, step, now: origin.now };
    if (!change || !(await enable(tx, change))) {
      const metadata = { during: 'setup', reason: 'wrong_code' };
      await record(tx, origin, { action: 'AUTH_2FA_FAILURE', user, metadata });
      return refuse('TWO_FACTOR_CODE_INVALID');
    }
    await record(tx, origin, { action: 'AUTH_2FA_ENABLED', user });
    await endOthers(tx, user, sessionIdOf(caller), origin);
    await mailTwoFactor(deps, tx, user, { type: 'two_factor_enabled', at: origin.now });
    return { ...user, twoFactorEnabled: true, updatedAt: origin.now };
  });
}

/** What a password alone had opened elsewhere ends: somebody who turns two-factor on may have a reason. */
async function endOthers(
  tx: Db,
  user: UserRow,
  sessionId: string | null,
  origin: RequestOrigin,
): Promise<void> {
  await deletePendingLogins(tx, user.id);
  const { sessions, series } = await deleteSessions(tx, user.id, sessionId);
  const metadata = { reason: 'two_factor_enabled', sessions, rememberMeSeries: series };
  if (sessions + series > 0)
    await record(tx, origin, { action: 'SECURITY_ALL_SESSIONS_REVOKED', user, metadata });
}

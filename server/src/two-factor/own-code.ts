import { record } from '../audit/record.ts';
import { givePlaceBack } from '../auth/attempt-store.ts';
import { attemptKey, enterAttempt } from '../auth/lockout.ts';
import type { RequestOrigin } from '../auth/origin.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { UserRow } from '../users/store.ts';
import { failCode, failureEvent } from './failure.ts';
import { findTwoFactor, spendStep } from './store.ts';
import { matchTotp } from './totp.ts';

export type CodeRefusal = Refusal<
  'TWO_FACTOR_NOT_ENABLED' | 'TWO_FACTOR_CODE_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'
>;

/** A right code of a signed-in user, not yet spent. Holds one of the places before the lock until it is. */
type OwnCode = {
  user: UserRow;
  sealedSecret: Buffer;
  step: number;
  during: 'disable' | 'backup_codes';
};

/** Asks a signed-in user for a current code: a session alone must not be enough to weaken the account. */
export async function checkOwnCode(
  deps: Deps,
  user: UserRow,
  code: string,
  during: OwnCode['during'],
  origin: RequestOrigin,
): Promise<OwnCode | CodeRefusal> {
  const state = await findTwoFactor(deps.sql, user.id);
  if (!state?.twoFactorEnabled) return refuse('TWO_FACTOR_NOT_ENABLED');
  const refused = await enterAttempt(deps, user.email, user, origin);
  if (refused) {
    if (refused.refused === 'ACCOUNT_LOCKED')
      await record(deps.sql, origin, failureEvent(user, { during, reason: 'locked' }));
    return refused;
  }
  const sealedSecret = state.twoFactorSecret;
  const step = matchTotp(deps.config, user.id, sealedSecret, code, origin.now);
  if (!sealedSecret || step === undefined)
    return transact(deps, (tx) => failCode(deps, tx, user, { during, reason: 'wrong_code' }, origin));
  return { user, sealedSecret, step, during };
}

/** Spends the code in the transaction of what it allows. */
export function spendOwnCode<T>(
  deps: Deps,
  { user, sealedSecret, step, during }: OwnCode,
  origin: RequestOrigin,
  allowed: (tx: Db) => Promise<T>,
): Promise<T | CodeRefusal> {
  return transact(deps, async (tx) => {
    if (!(await spendStep(tx, user.id, sealedSecret, step)))
      return failCode(deps, tx, user, { during, reason: 'used_code' }, origin);
    await givePlaceBack(tx, attemptKey(user.email), origin.now);
    return allowed(tx);
  });
}

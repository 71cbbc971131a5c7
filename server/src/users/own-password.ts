import { record } from '../audit/record.ts';
import { givePlaceBack } from '../auth/attempt-store.ts';
import { hashNewPassword } from '../auth/change-password.ts';
import { laneOf } from '../auth/lane.ts';
import { attemptKey, enterAttempt, failAttempt } from '../auth/lockout.ts';
import type { RequestOrigin } from '../auth/origin.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { UserWithPassword } from './store.ts';

export type PasswordRefusal = Refusal<
  'VALIDATION_FAILED' | 'CURRENT_PASSWORD_WRONG' | 'PASSWORD_REUSED' | 'ACCOUNT_LOCKED' | 'OVERLOADED'
>;

/** The hash of a new password of one's own, once the current one is proven. An account without one sets its first. */
export async function newPasswordHash(
  deps: Deps,
  user: UserWithPassword,
  password: string,
  currentPassword: string | undefined,
  origin: RequestOrigin,
): Promise<string | PasswordRefusal> {
  if (user.passwordHash !== null) {
    if (currentPassword === undefined)
      return refuse('VALIDATION_FAILED', { details: { currentPassword: ['Required.'] } });
    const refused = await checkCurrentPassword(deps, user, currentPassword, origin);
    if (refused) return refused;
  }
  return hashNewPassword(deps, user.id, password, laneOf('session', user.id, origin));
}

/** A stolen session must not be a way to guess the password: it counts as a login does, and locks as one. */
async function checkCurrentPassword(
  deps: Deps,
  user: UserWithPassword,
  currentPassword: string,
  origin: RequestOrigin,
): Promise<PasswordRefusal | undefined> {
  const refused = await enterAttempt(deps, user.email, user, origin);
  if (refused) return refused;
  const lane = laneOf('session', user.id, origin);
  const matches = await deps.hasher.verify(currentPassword, user.passwordHash, lane);
  if (matches === false)
    return transact(deps, async (tx) => {
      await record(tx, origin, {
        action: 'AUTH_LOGIN_FAILURE',
        user,
        metadata: { reason: 'wrong_current_password' },
      });
      return (await failAttempt(deps, tx, user.email, user, origin)) ?? refuse('CURRENT_PASSWORD_WRONG');
    });
  await givePlaceBack(deps.sql, attemptKey(user.email), origin.now);
  if (matches) return undefined;
  return refuse('OVERLOADED', { retryAfterSeconds: deps.hasher.retryAfterSeconds(lane) });
}

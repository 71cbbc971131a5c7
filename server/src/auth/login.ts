import { record } from '../audit/record.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findUserByEmail, type UserWithPassword } from '../users/store.ts';
import { givePlaceBack } from './attempt-store.ts';
import { type PendingLogin, passPassword } from './first-factor.ts';
import type { SessionGrant } from './grant.ts';
import { laneOf } from './lane.ts';
import { attemptKey, enterAttempt, failAttempt } from './lockout.ts';
import type { RequestOrigin } from './origin.ts';

type LoginInput = { email: string; password: string; rememberMe?: boolean | undefined };
type LoginRefusal = Refusal<'INVALID_CREDENTIALS' | 'ACCOUNT_LOCKED' | 'OVERLOADED'>;

export async function login(
  deps: Deps,
  input: LoginInput,
  origin: RequestOrigin,
): Promise<SessionGrant | PendingLogin | LoginRefusal> {
  const user = await findUserByEmail(deps.sql, input.email, origin.now);
  const refused = await enterAttempt(deps, input.email, user, origin);
  if (refused) {
    if (refused.refused === 'ACCOUNT_LOCKED')
      await record(deps.sql, origin, failureEvent(input.email, user, 'locked'));
    return refused;
  }
  const lane = laneOf('sign-in', input.email, origin);
  // Outside any transaction: it takes a third of a second. Unknown addresses spend the same on a dummy.
  const matches = await deps.hasher.verify(input.password, user?.passwordHash ?? null, lane);
  if (matches === undefined) {
    await givePlaceBack(deps.sql, attemptKey(input.email), origin.now);
    return refuse('OVERLOADED', { retryAfterSeconds: deps.hasher.retryAfterSeconds(lane) });
  }
  if (!matches || !user?.isActive) return fail(deps, input.email, user, origin);
  const options = { rememberMe: input.rememberMe ?? false, method: 'password', heldPlace: true };
  const passed = await transact(deps, (tx) => passPassword(deps, tx, user, options, origin));
  return passed ?? fail(deps, input.email, user, origin);
}

function fail(
  deps: Deps,
  email: string,
  user: UserWithPassword | undefined,
  origin: RequestOrigin,
): Promise<LoginRefusal> {
  return transact(deps, async (tx) => {
    await record(tx, origin, failureEvent(email, user, reasonOf(user)));
    return (await failAttempt(deps, tx, email, user, origin)) ?? refuse('INVALID_CREDENTIALS');
  });
}

/** Why, for the audit trail only: callers read one and the same answer. */
function reasonOf(user: UserWithPassword | undefined): string {
  if (!user) return 'unknown_email';
  if (!user.isActive) return 'inactive';
  return user.passwordHash ? 'wrong_password' : 'no_password';
}

function failureEvent(email: string, user: UserWithPassword | undefined, reason: string) {
  return {
    action: 'AUTH_LOGIN_FAILURE' as const,
    user: user ?? null,
    metadata: user ? { reason } : { reason, email },
  };
}

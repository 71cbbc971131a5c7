import { record } from '../audit/record.ts';
import { givePlaceBack } from '../auth/attempt-store.ts';
import { laneOf } from '../auth/lane.ts';
import { attemptKey, enterAttempt, failAttempt } from '../auth/lockout.ts';
import type { RequestOrigin } from '../auth/origin.ts';
import { markVerified } from '../auth/verify-email.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { findUser, findUserByEmail, lockUser, type UserWithPassword } from '../users/store.ts';
import { isTaken, keepAccount } from './keep-account.ts';
import { passProvider, type SignedIn } from './sign-in.ts';
import { spend } from './store.ts';
import type { Pending } from './tokens.ts';

type LinkRefusal = Refusal<
  | 'PENDING_TOKEN_INVALID'
  | 'INVALID_CREDENTIALS'
  | 'PASSWORD_NOT_SET'
  | 'ACCOUNT_LOCKED'
  | 'ALREADY_LINKED'
  | 'OVERLOADED'
>;

/** An existing account gets a further way in, and its password is what proves whose it is. */
export async function linkProvider(
  deps: Deps,
  pending: Pending,
  password: string,
  origin: RequestOrigin,
): Promise<SignedIn | LinkRefusal> {
  const user = await ownerOf(deps.sql, pending, origin.now);
  if (!user?.isActive) return refuse('PENDING_TOKEN_INVALID');
  if (user.passwordHash === null) return refuse('PASSWORD_NOT_SET');
  const refused = await enterAttempt(deps, user.email, user, origin);
  if (refused) {
    if (refused.refused === 'ACCOUNT_LOCKED') await recordFailure(deps.sql, user, pending, 'locked', origin);
    return refused;
  }
  const lane = laneOf('sign-in', user.email, origin);
  const matches = await deps.hasher.verify(password, user.passwordHash, lane);
  if (matches === false) return fail(deps, user, pending, origin);
  const linked =
    matches === undefined
      ? refuse('OVERLOADED', { retryAfterSeconds: deps.hasher.retryAfterSeconds(lane) })
      : await settle(deps, user, pending, origin);
  // The password was not wrong: whatever else was, the place is free again.
  if (isRefusal(linked)) await givePlaceBack(deps.sql, attemptKey(user.email), origin.now);
  return linked;
}

/** Who started this signed in, or else the owner of the address that the provider vouches for. */
async function ownerOf(db: Db, { link, profile }: Pending, now: Date): Promise<UserWithPassword | undefined> {
  if (link) return findUser(db, link, now);
  return profile.email ? findUserByEmail(db, profile.email, now) : undefined;
}

async function settle(
  deps: Deps,
  checked: UserWithPassword,
  pending: Pending,
  origin: RequestOrigin,
): Promise<SignedIn | LinkRefusal> {
  try {
    return await transact(deps, async (tx) => {
      const user = await lockUser(tx, checked.id, origin.now);
      if (!user?.isActive || user.passwordHash !== checked.passwordHash) return refuse('INVALID_CREDENTIALS');
      if (!(await spend(tx, pending.id, pending.expiresAt))) return refuse('PENDING_TOKEN_INVALID');
      await keepAccount(deps, tx, user.id, pending, origin.now);
      const { provider, profile } = pending;
      const metadata = { provider, email: profile.email };
      await record(tx, origin, { action: 'AUTH_OAUTH_ACCOUNT_LINKED', user, metadata });
      if (profile.email === user.email) await markVerified(tx, user, origin);
      const verified = await findUser(tx, user.id, origin.now);
      return passProvider(deps, tx, verified ?? user, provider, { heldPlace: true }, origin);
    });
  } catch (error) {
    if (isTaken(error)) return refuse('ALREADY_LINKED');
    throw error;
  }
}

function fail(
  deps: Deps,
  user: UserWithPassword,
  pending: Pending,
  origin: RequestOrigin,
): Promise<LinkRefusal> {
  return transact(deps, async (tx) => {
    await recordFailure(tx, user, pending, 'wrong_password', origin);
    return (await failAttempt(deps, tx, user.email, user, origin)) ?? refuse('INVALID_CREDENTIALS');
  });
}

function recordFailure(
  db: Db,
  user: UserWithPassword,
  { provider }: Pending,
  reason: string,
  origin: RequestOrigin,
): Promise<void> {
  return record(db, origin, { action: 'AUTH_OAUTH_LOGIN_FAILED', user, metadata: { provider, reason } });
}

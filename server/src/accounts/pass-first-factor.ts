import { type FactorsBody, lifetimes } from '@latchkey/contract';
import type { z } from 'zod';
import { equalSecrets, newToken } from '../crypto/credentials.ts';
import type { Db, Tx } from '../db/sql.ts';
import type { OpenContext } from '../deps.ts';
import { completeLogin, type LoginGrant, type LoginOptions } from './complete-login.ts';
import { describeFactors } from './describe-factors.ts';
import { findArrival } from './device-store.ts';
import { sightingOf } from './devices.ts';
import { upgradeHash } from './password-store.ts';
import { insertPendingLogin } from './pending-login-store.ts';
import { asksSecondFactor } from './second-factor.ts';
import { lockUser, type UserRow, type UserWithPassword } from './user-store.ts';

/** A user whose password was right; `upgrade` is a new hash of it to store. */
type CheckedUser = UserWithPassword & { upgrade?: string | undefined };

export type PendingLogin = z.infer<typeof FactorsBody> & { pendingToken: string };

/**
 * Locks the user whose password was just verified. Undefined if it is no longer theirs: a password that changed while
 * it was being checked opens nothing. If only its hash was upgraded meanwhile, it is still the same password.
 */
export async function lockChecked(
  tx: Db,
  checked: CheckedUser,
  now: Date,
): Promise<UserWithPassword | undefined> {
  const user = await lockUser(tx, checked.id, now);
  if (!user?.isActive) return undefined;
  const isStill = (hash: string | null) => equalSecrets(user.passwordHash ?? '', hash ?? '');
  return isStill(checked.passwordHash) || (checked.upgrade && isStill(checked.upgrade)) ? user : undefined;
}

export async function passPassword(
  context: OpenContext,
  tx: Tx,
  checked: CheckedUser,
  options: LoginOptions,
): Promise<LoginGrant | PendingLogin | undefined> {
  const { origin } = context;
  const [user, arrival] = await Promise.all([
    lockChecked(tx, checked, origin.now),
    findArrival(tx, sightingOf(origin, checked.id)),
  ]);
  if (user && checked.upgrade) tx.send(upgradeHash(tx, user.id, checked.upgrade));
  return user && passFirstFactor(context, tx, user, { ...options, arrival });
}

/**
 * A password or provider was accepted: opens a session, or a pending login if a second factor is required.
 */
export async function passFirstFactor(
  context: OpenContext,
  tx: Tx,
  user: UserRow,
  options: LoginOptions,
): Promise<LoginGrant | PendingLogin> {
  const { arrival, ...login } = options;
  if (!(await asksSecondFactor(context.deps.config, tx, user, arrival?.permissions)))
    return completeLogin(context, tx, user, options);
  // The failure count stays as it is: only a complete login clears it.
  const { now } = context.origin;
  const { token, hash } = newToken();
  const expiresAt = new Date(now.getTime() + lifetimes.pendingLoginMinutes * 60_000);
  tx.send(insertPendingLogin(tx, { ...login, tokenHash: hash, userId: user.id, expiresAt, now }));
  return { pendingToken: token, ...(await describeFactors(context, tx, user, token)) };
}

import { lifetimes } from '@latchkey/contract';
import { equalSecrets, newToken } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import type { OpenContext } from '../deps.ts';
import { completeLogin, type LoginOptions } from './complete-login.ts';
import { insertPendingLogin } from './pending-login-store.ts';
import type { SessionGrant } from './session-grant.ts';
import { lockUser, type UserRow, type UserWithPassword } from './user-store.ts';

export type PendingLogin = { pendingToken: string };

/**
 * Whose password was right a third of a second ago, held. Undefined when that has passed: a password that was changed
 * while it was being checked opens nothing.
 */
export async function lockChecked(
  tx: Db,
  checked: UserWithPassword,
  now: Date,
): Promise<UserWithPassword | undefined> {
  const user = await lockUser(tx, checked.id, now);
  if (!user?.isActive) return undefined;
  return equalSecrets(user.passwordHash ?? '', checked.passwordHash ?? '') ? user : undefined;
}

export async function passPassword(
  context: OpenContext,
  tx: Db,
  checked: UserWithPassword,
  options: LoginOptions,
): Promise<SessionGrant | PendingLogin | undefined> {
  const user = await lockChecked(tx, checked, context.origin.now);
  return user && passFirstFactor(context, tx, user, options);
}

/** A password or a provider was right: that is a session, or half of one when the account has two-factor. */
export async function passFirstFactor(
  context: OpenContext,
  tx: Db,
  user: UserRow,
  options: LoginOptions,
): Promise<SessionGrant | PendingLogin> {
  if (!user.twoFactorEnabled) return completeLogin(context, tx, user, options);
  // The count of failures stays as it is: only the whole login clears it.
  const { now } = context.origin;
  const { token, hash } = newToken();
  const expiresAt = new Date(now.getTime() + lifetimes.pendingLoginMinutes * 60_000);
  await insertPendingLogin(tx, { ...options, tokenHash: hash, userId: user.id, expiresAt, now });
  return { pendingToken: token };
}

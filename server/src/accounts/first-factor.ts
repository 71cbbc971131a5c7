import { lifetimes } from '@latchkey/contract';
import { newToken } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { completeLogin, type LoginOptions, type SessionGrant } from './grant.ts';
import { insertPendingLogin } from './pending-login-store.ts';
import { lockUser, type UserRow, type UserWithPassword } from './user-store.ts';

export type PendingLogin = { pendingToken: string };

/**
 * A password was right a third of a second ago. Undefined when that has passed: a password that was changed while it
 * was being checked opens nothing.
 */
export async function passPassword(
  deps: Deps,
  tx: Db,
  checked: UserWithPassword,
  options: LoginOptions,
  origin: RequestOrigin,
): Promise<SessionGrant | PendingLogin | undefined> {
  const user = await lockUser(tx, checked.id, origin.now);
  if (!user?.isActive || user.passwordHash !== checked.passwordHash) return undefined;
  return passFirstFactor(deps, tx, user, options, origin);
}

/** A password or a provider was right: that is a session, or half of one when the account has two-factor. */
export async function passFirstFactor(
  deps: Deps,
  tx: Db,
  user: UserRow,
  options: LoginOptions,
  origin: RequestOrigin,
): Promise<SessionGrant | PendingLogin> {
  if (!user.twoFactorEnabled) return completeLogin(deps, tx, user, options, origin);
  // The count of failures stays as it is: only the whole login clears it.
  const { token, hash } = newToken();
  const expiresAt = new Date(origin.now.getTime() + lifetimes.pendingLoginMinutes * 60_000);
  const { rememberMe, method } = options;
  await insertPendingLogin(tx, {
    tokenHash: hash,
    userId: user.id,
    rememberMe,
    method,
    expiresAt,
    now: origin.now,
  });
  return { pendingToken: token };
}

import { lifetimes } from '@latchkey/contract';
import { hashNewPassword, inOneChain, settleNewPassword } from '../accounts/change-password.ts';
import { findProvenChange } from '../accounts/email-undo-store.ts';
import { laneOf } from '../accounts/lane.ts';
import { endLocks } from '../accounts/locks.ts';
import { endOtherWaysIn } from '../accounts/other-ways-in.ts';
import { replacePassword } from '../accounts/password-store.ts';
import { findToken, replaceToken, useToken } from '../accounts/token-store.ts';
import { findUser, findUserByEmail, lockUser, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { newToken, sha256 } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { mailUser } from '../email/mail-user.ts';
import type { RequestOrigin } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { markVerified } from './verify-email.ts';

export async function forgotPassword(deps: Deps, email: string, origin: RequestOrigin): Promise<void> {
  const user = await findUserByEmail(deps.sql, email, origin.now);
  if (!user?.isActive) return;
  await transact(deps, async (tx) => {
    await mailReset(deps, tx, user, origin.now);
    await record(tx, origin, { action: 'SECURITY_PASSWORD_RESET_REQUESTED', user });
  });
}

/** Mails a link that sets a new password, to the address the account has now. */
export async function mailReset(deps: Deps, tx: Db, user: UserRow, now: Date): Promise<void> {
  const { token, hash } = newToken();
  const { id: userId, email } = user;
  const expiresAt = new Date(now.getTime() + lifetimes.passwordResetHours * 3_600_000);
  await replaceToken(tx, { hash, kind: 'password_reset', userId, email, expiresAt, now });
  const link = `${deps.config.baseUrl}/reset-password?token=${token}`;
  await mailUser(deps, tx, user, { type: 'password_reset', link });
}

type ResetRefusal = Refusal<'TOKEN_INVALID' | 'PASSWORD_REUSED' | 'OVERLOADED'>;

/** A password that is refused leaves the token as it was: only a set password uses it up. */
export async function resetPassword(
  deps: Deps,
  input: { token: string; password: string },
  origin: RequestOrigin,
): Promise<ResetRefusal | undefined> {
  const tokenHash = sha256(input.token);
  const found = await findToken(deps.sql, 'password_reset', tokenHash, origin.now);
  const user = found && (await findUser(deps.sql, found.userId, origin.now));
  if (!found || !user?.isActive || user.email !== found.email) return refuse('TOKEN_INVALID');
  const lane = laneOf('reset', user.id, origin);
  const passwordHash = await inOneChain(deps, user.id, lane, () =>
    hashNewPassword(deps, user.id, input.password, lane),
  );
  if (isRefusal(passwordHash)) return passwordHash;
  return transact(deps, async (tx) => {
    // As it is by now: the address may have been verified, or changed, while the password was hashed.
    const current = await lockUser(tx, user.id, origin.now);
    const used = current?.isActive && (await useToken(tx, 'password_reset', tokenHash, origin.now));
    if (!used || current.email !== used.email) return refuse('TOKEN_INVALID');
    const change = { userId: user.id, from: user.passwordHash, to: passwordHash, now: origin.now };
    if (!(await replacePassword(tx, change))) return refuse('TOKEN_INVALID');
    await settleReset(deps, tx, current, origin);
    return undefined;
  });
}

/** Whoever holds the mailbox has proven it, and starts afresh: no lock, no session, no other link. */
async function settleReset(deps: Deps, tx: Db, user: UserRow, origin: RequestOrigin): Promise<void> {
  const how = { action: 'SECURITY_PASSWORD_RESET', reason: 'password_reset', exceptSessionId: null } as const;
  await settleNewPassword(deps, tx, user, how, origin);
  await endLocks(tx, user, { user, metadata: { reason: 'password_reset' } }, origin);
  if (user.emailVerifiedAt === null) await reclaim(tx, user, origin);
  await markVerified(tx, user, origin);
}

/**
 * Nobody had proven this address: whoever set the account up need not be its owner, and keeps no way in. Two-factor
 * from before the account left a verified address stays as long as that can be put back. Otherwise a stolen session
 * would get rid of it, by changing the email and resetting the password there.
 */
async function reclaim(tx: Db, user: UserRow, origin: RequestOrigin): Promise<void> {
  const { now } = origin;
  const since = { keysAndProviders: null, twoFactor: await findProvenChange(tx, user.id, now) };
  const metadata = await endOtherWaysIn(tx, user, since, now);
  await record(tx, origin, { action: 'SECURITY_ACCOUNT_RECLAIMED', user, metadata });
}

import { hashNewPassword, inOneChain, settleNewPassword } from '../accounts/change-password.ts';
import { laneOf } from '../accounts/lane.ts';
import { endLocks } from '../accounts/locks.ts';
import { replacePassword } from '../accounts/password-store.ts';
import { findToken, useToken } from '../accounts/token-store.ts';
import { findUser, lockUser, type UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { sha256 } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { markVerified } from './mark-verified.ts';
import { isProven, reclaim } from './reclaim.ts';

type ResetRefusal = Refusal<'TOKEN_INVALID' | 'PASSWORD_REUSED' | 'OVERLOADED'>;

/** A refused password leaves the token as it was: only setting a password uses it up. */
export async function resetPassword(
  context: OpenContext,
  input: { token: string; password: string },
): Promise<ResetRefusal | undefined> {
  const { deps, origin } = context;
  const tokenHash = sha256(input.token);
  const found = await findToken(deps.sql, 'password_reset', tokenHash, origin.now);
  const user = found && (await findUser(deps.sql, found.userId, origin.now));
  if (!user?.isActive) return refuse('TOKEN_INVALID');
  const lane = laneOf('reset', user.id, origin);
  const passwordHash = await inOneChain(deps, user.id, lane, () =>
    hashNewPassword(deps, user.id, input.password, lane),
  );
  if (isRefusal(passwordHash)) return passwordHash;
  return transact(deps, async (tx) => {
    // Read again: the address may have been verified or changed while the password was being hashed.
    const current = await lockUser(tx, user.id, origin.now);
    const used = current?.isActive && (await useToken(tx, 'password_reset', tokenHash, origin.now));
    if (!used || current.email !== used.email) return refuse('TOKEN_INVALID');
    const change = { userId: user.id, from: user.passwordHash, to: passwordHash, now: origin.now };
    if (!(await replacePassword(tx, change))) return refuse('TOKEN_INVALID');
    await settleReset(context, tx, current);
    return undefined;
  });
}

/** The user has proven that the mailbox is theirs, and starts over: no lock, no session, no other link. */
async function settleReset(context: OpenContext, tx: Db, user: UserRow): Promise<void> {
  const { origin } = context;
  const how = { action: 'SECURITY_PASSWORD_RESET', reason: 'password_reset', exceptSessionId: null } as const;
  await settleNewPassword(context, tx, user, how);
  await endLocks(tx, user, { user, metadata: { reason: 'password_reset' } }, origin);
  if (!(await isProven(tx, user))) await reclaim(tx, user, origin);
  await markVerified(tx, user, origin);
}

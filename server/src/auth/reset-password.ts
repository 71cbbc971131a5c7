import { lifetimes } from '@latchkey/contract';
import { record } from '../audit/record.ts';
import { newToken, sha256 } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { findUser, findUserByEmail, type UserWithPassword } from '../users/store.ts';
import { hashNewPassword, settleNewPassword } from './change-password.ts';
import { endLocks } from './locks.ts';
import type { RequestOrigin } from './origin.ts';
import { replacePassword } from './password-store.ts';
import { findToken, replaceToken, useToken } from './token-store.ts';
import { markVerified } from './verify-email.ts';

export async function forgotPassword(deps: Deps, email: string, origin: RequestOrigin): Promise<void> {
  const user = await findUserByEmail(deps.sql, email, origin.now);
  if (!user?.isActive) return;
  const { token, hash } = newToken();
  const expiresAt = new Date(origin.now.getTime() + lifetimes.passwordResetHours * 3_600_000);
  await transact(deps, async (tx) => {
    await replaceToken(tx, {
      hash,
      kind: 'password_reset',
      userId: user.id,
      email,
      expiresAt,
      now: origin.now,
    });
    await record(tx, origin, { action: 'SECURITY_PASSWORD_RESET_REQUESTED', user });
    await deps.outbox.enqueue(tx, {
      to: user.email,
      userId: user.id,
      firstName: user.firstName,
      mail: { type: 'password_reset', link: `${deps.config.baseUrl}/reset-password?token=${token}` },
    });
  });
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
  const passwordHash = await hashNewPassword(deps, user.id, input.password);
  if (isRefusal(passwordHash)) return passwordHash;
  return transact(deps, async (tx) => {
    const used = await useToken(tx, 'password_reset', tokenHash, origin.now);
    if (!used) return refuse('TOKEN_INVALID');
    const change = { userId: user.id, from: user.passwordHash, to: passwordHash, now: origin.now };
    if (!(await replacePassword(tx, change))) return refuse('TOKEN_INVALID');
    await settleReset(deps, tx, user, origin);
    return undefined;
  });
}

/** Whoever holds the mailbox has proven it, and starts afresh: no lock, no session, no other link. */
async function settleReset(deps: Deps, tx: Db, user: UserWithPassword, origin: RequestOrigin): Promise<void> {
  const how = { action: 'SECURITY_PASSWORD_RESET', reason: 'password_reset', exceptSessionId: null } as const;
  await settleNewPassword(deps, tx, user, how, origin);
  await endLocks(tx, user, { user, metadata: { reason: 'password_reset' } }, origin);
  await markVerified(tx, user, origin);
}

import { lifetimes } from '@latchkey/contract';
import { deleteUnprovenUndos } from '../accounts/email-undo-store.ts';
import { findToken, replaceToken, useToken } from '../accounts/token-store.ts';
import { findUserByEmail, lockUser, markEmailVerified, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { newToken, sha256 } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { mailUser } from '../email/mail-user.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Mails a link that proves the address it is sent to, and only that one. */
export async function mailVerification(
  deps: Deps,
  tx: Db,
  user: UserRow,
  { now, changedAddress = false }: { now: Date; changedAddress?: boolean },
): Promise<void> {
  const { token, hash } = newToken();
  const expiresAt = new Date(now.getTime() + lifetimes.emailVerificationHours * 3_600_000);
  await replaceToken(tx, {
    hash,
    kind: 'email_verification',
    userId: user.id,
    email: user.email,
    expiresAt,
    now,
  });
  const link = `${deps.config.baseUrl}/verify-email?token=${token}`;
  await mailUser(deps, tx, user, { type: 'verification', link, changedAddress });
}

export async function resendVerification(deps: Deps, email: string, origin: RequestOrigin): Promise<void> {
  const user = await findUserByEmail(deps.sql, email, origin.now);
  if (!user?.isActive || user.emailVerifiedAt || !deps.config.emailVerification) return;
  await transact(deps, (tx) => mailVerification(deps, tx, user, origin));
}

export async function verifyEmail(
  deps: Deps,
  token: string,
  origin: RequestOrigin,
): Promise<UserRow | Refusal<'TOKEN_INVALID'>> {
  const hash = sha256(token);
  const found = await findToken(deps.sql, 'email_verification', hash, origin.now);
  if (!found) return refuse('TOKEN_INVALID');
  return transact(deps, async (tx) => {
    const user = await lockUser(tx, found.userId, origin.now);
    const used = user && (await useToken(tx, 'email_verification', hash, origin.now));
    if (!used || user.email !== used.email) return refuse('TOKEN_INVALID');
    await markVerified(tx, user, origin);
    return { ...user, emailVerifiedAt: user.emailVerifiedAt ?? origin.now };
  });
}

/** The address is proven to be the account's. In a transaction that holds the user. */
export async function markVerified(tx: Db, user: UserRow, origin: RequestOrigin): Promise<void> {
  if (user.emailVerifiedAt) return;
  await markEmailVerified(tx, user.id, origin.now);
  await deleteUnprovenUndos(tx, user.id);
  await record(tx, origin, { action: 'SECURITY_EMAIL_VERIFIED', user, metadata: { email: user.email } });
}

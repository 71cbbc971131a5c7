import { lifetimes } from '@latchkey/contract';
import { record } from '../audit/record.ts';
import { newToken, sha256 } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { mailUser } from '../email/mail-user.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findUser, findUserByEmail, markEmailVerified, type UserRow } from '../users/store.ts';
import type { RequestOrigin } from './origin.ts';
import { replaceToken, useToken } from './token-store.ts';

/** Mails a link that proves the address it is sent to, and only that one. */
export async function mailVerification(deps: Deps, tx: Db, user: UserRow, now: Date): Promise<void> {
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
  await mailUser(deps, tx, user, { type: 'verification', link });
}

export async function resendVerification(deps: Deps, email: string, origin: RequestOrigin): Promise<void> {
  const user = await findUserByEmail(deps.sql, email, origin.now);
  if (!user?.isActive || user.emailVerifiedAt || !deps.config.emailVerification) return;
  await transact(deps, (tx) => mailVerification(deps, tx, user, origin.now));
}

export function verifyEmail(
  deps: Deps,
  token: string,
  origin: RequestOrigin,
): Promise<UserRow | Refusal<'TOKEN_INVALID'>> {
  return transact(deps, async (tx) => {
    const used = await useToken(tx, 'email_verification', sha256(token), origin.now);
    const user = used && (await findUser(tx, used.userId, origin.now));
    if (!user || user.email !== used.email) return refuse('TOKEN_INVALID');
    await markVerified(tx, user, origin);
    return { ...user, emailVerifiedAt: user.emailVerifiedAt ?? origin.now };
  });
}

export async function markVerified(tx: Db, user: UserRow, origin: RequestOrigin): Promise<void> {
  if (user.emailVerifiedAt) return;
  await markEmailVerified(tx, user.id, origin.now);
  await record(tx, origin, { action: 'SECURITY_EMAIL_VERIFIED', user, metadata: { email: user.email } });
}

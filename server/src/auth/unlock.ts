import { lifetimes } from '@latchkey/contract';
import { addressOf } from '../accounts/attempt-store.ts';
import { endLock } from '../accounts/locks.ts';
import { replaceToken, useToken } from '../accounts/token-store.ts';
import { findUser, findUserByEmail } from '../accounts/user-store.ts';
import { newToken, sha256 } from '../crypto/credentials.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { mailUser } from '../email/mail-user.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Mails the way out of a lock to the owner of the address, and only while there is one. */
export async function requestUnlock(deps: Deps, email: string, origin: RequestOrigin): Promise<void> {
  const user = await findUserByEmail(deps.sql, email, origin.now);
  if (!user?.isActive || !user.lockedUntil) return;
  const { token, hash } = newToken();
  const expiresAt = new Date(origin.now.getTime() + lifetimes.accountUnlockHours * 3_600_000);
  await transact(deps, async (tx) => {
    await replaceToken(tx, {
      hash,
      kind: 'account_unlock',
      userId: user.id,
      email,
      expiresAt,
      now: origin.now,
    });
    const link = `${deps.config.baseUrl}/unlock-account?token=${token}`;
    await mailUser(deps, tx, user, { type: 'account_unlock', link });
  });
}

export function verifyUnlock(
  deps: Deps,
  token: string,
  origin: RequestOrigin,
): Promise<Refusal<'TOKEN_INVALID'> | undefined> {
  return transact(deps, async (tx) => {
    const used = await useToken(tx, 'account_unlock', sha256(token), origin.now);
    const user = used && (await findUser(tx, used.userId, origin.now));
    if (!user || user.email !== used.email) return refuse('TOKEN_INVALID');
    // Not the count of proofs inside a session: whoever stole one may have made the mailbox theirs, and would guess on.
    await endLock(tx, addressOf(user), { user, metadata: { reason: 'link' } }, origin);
    return undefined;
  });
}

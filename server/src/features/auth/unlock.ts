import { lifetimes } from '@latchkey/contract';
import { replaceToken, useToken } from '../../identity/accounts/token-store.ts';
import { findUser, findUserByEmail } from '../../identity/accounts/user-store.ts';
import { addressOf } from '../../identity/attempts/attempt-store.ts';
import { endLock } from '../../identity/attempts/locks.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { mailUser } from '../../records/email/outbox.ts';

/** Mails an unlock link to the owner of the address, and only while it is locked. */
export async function requestUnlock(
  { deps, origin }: OpenContext,
  { email }: { email: string },
): Promise<void> {
  const { now } = origin;
  const user = await findUserByEmail(deps.sql, email, now);
  if (!user?.isActive || !user.lockedUntil) return;
  const { token, hash } = newToken();
  const expiresAt = new Date(now.getTime() + lifetimes.accountUnlockHours * 3_600_000);
  await transact(deps, async (tx) => {
    const link = `${deps.config.baseUrl}/unlock-account?token=${token}`;
    tx.send(
      replaceToken(tx, { hash, kind: 'account_unlock', userId: user.id, email, expiresAt, now }),
      mailUser(deps, tx, user, { type: 'account_unlock', link, asked: origin.chosenLocale?.() }),
    );
  });
}

/**
 * Ends the address's lock but keeps the count of proofs inside a session: a thief with a stolen session may have moved
 * the account to their own mailbox, and could then keep guessing forever.
 */
export function verifyUnlock(
  { deps, origin }: OpenContext,
  { token }: { token: string },
): Promise<Refusal<'TOKEN_INVALID'> | undefined> {
  return transact(deps, async (tx) => {
    const used = await useToken(tx, 'account_unlock', sha256(token), origin.now);
    const user = used && (await findUser(tx, used.userId, origin.now));
    if (!user || user.email !== used.email) return refuse('TOKEN_INVALID');
    await endLock(tx, addressOf(user), { user, metadata: { reason: 'link' } }, origin);
    return undefined;
  });
}

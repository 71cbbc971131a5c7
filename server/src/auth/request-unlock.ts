import { lifetimes } from '@latchkey/contract';
import { replaceToken } from '../accounts/token-store.ts';
import { findUserByEmail } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { newToken } from '../crypto/credentials.ts';
import { transact } from '../db/transact.ts';
import { mailUser } from '../email/mail-user.ts';

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
      mailUser(deps, tx, user, { type: 'account_unlock', link }),
    );
  });
}

import { lifetimes } from '@latchkey/contract';
import { replaceToken } from '../accounts/token-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { newToken } from '../crypto/credentials.ts';
import type { Tx } from '../db/sql.ts';
import { mailUser } from '../email/mail-user.ts';

/** Mails a link for setting a new password to the account's current address. */
export function mailReset({ deps, origin }: OpenContext, tx: Tx, user: UserRow): void {
  const { now } = origin;
  const { token, hash } = newToken();
  const { id: userId, email } = user;
  const expiresAt = new Date(now.getTime() + lifetimes.passwordResetHours * 3_600_000);
  const link = `${deps.config.baseUrl}/reset-password?token=${token}`;
  tx.send(
    replaceToken(tx, { hash, kind: 'password_reset', userId, email, expiresAt, now }),
    mailUser(deps, tx, user, { type: 'password_reset', link }),
  );
}

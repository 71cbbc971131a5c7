import { lifetimes } from '@latchkey/contract';
import { replaceToken } from '../accounts/token-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { newToken } from '../crypto/credentials.ts';
import type { Tx } from '../db/sql.ts';
import { mailUser } from '../email/mail-user.ts';

/** Mails a link that proves the address it is sent to, and only that one. */
export function mailVerification(
  { deps, origin }: OpenContext,
  tx: Tx,
  user: UserRow,
  { changedAddress = false }: { changedAddress?: boolean } = {},
): void {
  const { now } = origin;
  const { token, hash } = newToken();
  const { id: userId, email } = user;
  const expiresAt = new Date(now.getTime() + lifetimes.emailVerificationHours * 3_600_000);
  const link = `${deps.config.baseUrl}/verify-email?token=${token}`;
  tx.send(
    replaceToken(tx, { hash, kind: 'email_verification', userId, email, expiresAt, now }),
    mailUser(deps, tx, user, { type: 'verification', link, changedAddress }),
  );
}

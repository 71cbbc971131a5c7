import { lifetimes } from '@latchkey/contract';
import { insertUndo } from '../accounts/email-undo-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { newToken } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import { mailUser } from '../email/mail-user.ts';

/** Tells the address that an account is leaving it, and gives it the link to undo that. */
export async function offerUndo(
  { deps, origin }: OpenContext,
  tx: Db,
  user: UserRow,
  newEmail: string,
): Promise<void> {
  const { now: at } = origin;
  const { token, hash } = newToken();
  const expiresAt = new Date(at.getTime() + lifetimes.emailChangeUndoHours * 3_600_000);
  const verified = user.emailVerifiedAt !== null;
  await insertUndo(tx, { hash, userId: user.id, email: user.email, verified, changedAt: at, expiresAt });
  const link = `${deps.config.baseUrl}/undo-email-change?token=${token}`;
  await mailUser(deps, tx, user, { type: 'email_changed', newEmail, at, link });
}

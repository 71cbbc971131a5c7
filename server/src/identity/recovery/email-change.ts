import { newToken } from '../../platform/crypto/credentials.ts';
import type { Db } from '../../platform/db/sql.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { senderOf } from '../../records/email/unsolicited.ts';
import type { Origin } from '../../records/origin.ts';
import { insertUndo, setPending } from '../accounts/email-change-store.ts';
import { deleteTokens } from '../accounts/token-store.ts';
import {
  findLocaleAt,
  isEmailTaken,
  type Move,
  markEmailVerified,
  type UserRow,
  updateEmail,
} from '../accounts/user-store.ts';
import { moveAttempts } from '../attempts/attempt-store.ts';
import type { Context, OpenContext } from '../caller/caller.ts';

/**
 * Moves an account to another address, with its count of failures. Links mailed to the one before end. Runs in a
 * transaction that holds the user's row and both addresses.
 */
export async function moveAddress(tx: Db, user: UserRow, move: Move): Promise<UserRow> {
  const { email, verifiedAt, now } = move;
  await updateEmail(tx, user.id, move);
  if (email !== user.email) await moveAttempts(tx, user.email, email, now);
  for (const kind of ['email_verification', 'email_change', 'password_reset', 'account_unlock'] as const)
    await deleteTokens(tx, user.id, kind);
  return { ...user, email, emailVerifiedAt: verifiedAt, updatedAt: now };
}

/** Records that the address is proven to be the account's. Runs in a transaction that holds the user's row. */
export async function recordVerified(tx: Db, user: UserRow, origin: Origin): Promise<UserRow> {
  await markEmailVerified(tx, user.id, origin.now);
  const verified = { ...user, emailVerifiedAt: origin.now, updatedAt: origin.now };
  const metadata = { email: user.email };
  await record(tx, origin, { action: 'SECURITY_EMAIL_VERIFIED', user: verified, metadata });
  return verified;
}

/** Tells the address that the account is about to leave it, or just has, and gives it the link to undo that. */
export async function offerUndo(
  { deps, origin }: OpenContext,
  tx: Db,
  user: UserRow,
  { newEmail, changeHash }: { newEmail: string; changeHash: Buffer | null },
): Promise<void> {
  const { now: at } = origin;
  const { token, hash } = newToken();
  const { id: userId, email } = user;
  const movedAt = changeHash ? null : at;
  await insertUndo(tx, { hash, userId, email, requestedAt: at, changeHash, movedAt });
  const link = `${deps.config.baseUrl}/undo-email-change?token=${token}`;
  const pending = changeHash !== null;
  await mailUser(deps, tx, user, {
    type: 'email_changed',
    newEmail,
    at,
    link,
    pending,
    asked: origin.chosenLocale?.(),
  });
}

/**
 * The account keeps its address until the new one is verified. A taken address gets a notice instead of a link: it
 * can't be verified, and only its owner learns that it is taken.
 */
export async function requestEmailChange(
  context: Context,
  tx: Db,
  user: UserRow,
  email: string,
): Promise<void> {
  const { deps, origin } = context;
  const { now } = origin;
  const { token, hash } = newToken();
  await setPending(tx, { userId: user.id, email, hash, now });
  await offerUndo(context, tx, user, { newEmail: email, changeHash: hash });
  const link = `${deps.config.baseUrl}/verify-email?token=${token}`;
  const [taken, ownersLocale] = await Promise.all([
    isEmailTaken(tx, email, now, user.id),
    findLocaleAt(tx, email),
  ]);
  const mail = taken ? ({ type: 'email_in_use' } as const) : ({ type: 'verification', link } as const);
  // Without the name, which the account's holder chose: this may be a stranger's mailbox.
  const locale = taken ? ownersLocale : (user.locale ?? origin.chosenLocale?.());
  await deps.outbox.enqueue(tx, { to: email, userId: user.id, locale, sender: senderOf(context), mail });
}

import { moveAttempts } from '../accounts/attempt-store.ts';
import { type ProfileChange, updateNames } from '../accounts/profile-store.ts';
import { deleteTokens } from '../accounts/token-store.ts';
import { findUser, isEmailTaken, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { mailVerification } from '../auth/mail-verification.ts';
import { offerUndo } from '../auth/offer-undo.ts';
import type { Context } from '../caller/caller.ts';
import type { Db, Tx } from '../db/sql.ts';
import { violatedIndex } from '../db/transact.ts';
import { lockAddresses } from '../email/address-store.ts';
import { refuseUnsolicited } from '../email/unsolicited.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutUser } from './about-user.ts';

/** Whether a user may take this address. Before anything is written; the answer holds until the transaction ends. */
export async function refuseEmail(
  { deps, origin }: Context,
  tx: Db,
  user: UserRow,
  email: string | undefined,
): Promise<Refusal<'EMAIL_TAKEN' | 'RATE_LIMITED'> | undefined> {
  if (email === undefined || email === user.email) return undefined;
  await lockAddresses(tx, [user.email, email]);
  if (await isEmailTaken(tx, email, origin.now, user.id)) return refuse('EMAIL_TAKEN');
  const recipients = deps.config.emailVerification ? [user.email, email] : [user.email];
  return refuseUnsolicited(tx, recipients, origin.now);
}

/** Once `refuseEmail` lets it pass. */
export async function changeNames(
  context: Context,
  tx: Tx,
  user: UserRow,
  change: ProfileChange,
): Promise<void> {
  const { deps, origin } = context;
  const { email, ...names } = change;
  const moves = email !== undefined && email !== user.email;
  const verifiedAt = deps.config.emailVerification ? null : origin.now;
  await updateNames(tx, user.id, moves ? change : names, { verifiedAt, now: origin.now });
  if (moves) await settleEmail(context, tx, user, email);
}

/** The new address gets nothing but its link; the old one gets the way to undo the change. */
async function settleEmail(context: Context, tx: Tx, user: UserRow, email: string): Promise<void> {
  const { deps, caller, origin } = context;
  await moveAttempts(tx, user.email, email, origin.now);
  await deleteTokens(tx, user.id, 'email_verification');
  await deleteTokens(tx, user.id, 'password_reset');
  const moved = { from: user.email, to: email };
  const after = await findUser(tx, user.id, origin.now);
  await record(tx, origin, {
    action: 'SECURITY_EMAIL_CHANGED',
    ...(caller.user.id === user.id
      ? { user, ...aboutUser(user, {}, after), metadata: moved }
      : { user: caller.user, ...aboutUser(user, moved, after) }),
  });
  await offerUndo(context, tx, user, email);
  if (deps.config.emailVerification)
    mailVerification(context, tx, { ...user, email }, { changedAddress: true });
}

/** Which name a failed write lost to somebody else. Any other error is rethrown. */
export function takenField(error: unknown): Refusal<'EMAIL_TAKEN' | 'USERNAME_TAKEN'> {
  const index = violatedIndex(error);
  if (index === 'users_email_key') return refuse('EMAIL_TAKEN');
  if (index === 'users_username_key') return refuse('USERNAME_TAKEN');
  throw error;
}

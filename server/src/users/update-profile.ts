import { moveAttempts } from '../accounts/attempt-store.ts';
import { settleNewPassword } from '../accounts/change-password.ts';
import { replacePassword } from '../accounts/password-store.ts';
import { type ProfileChange, updateNames } from '../accounts/profile-store.ts';
import { isLive } from '../accounts/session-store.ts';
import { deleteTokens } from '../accounts/token-store.ts';
import { findUser, isEmailTaken, lockUser, type UserRow } from '../accounts/user-store.ts';
import { type AuditEvent, record } from '../audit/record.ts';
import { mailVerification } from '../auth/mail-verification.ts';
import { offerUndo } from '../auth/offer-undo.ts';
import { type Caller, sessionIdOf } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { transact, violatedIndex } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { lockAddresses } from '../email/address-lock-store.ts';
import { refuseUnsolicited } from '../email/unsolicited.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { changeOwnPassword, type PasswordRefusal } from './own-password.ts';
import { about } from './target.ts';

type Input = ProfileChange & { password?: string | undefined; currentPassword?: string | undefined };
type Taken = Refusal<'EMAIL_TAKEN' | 'USERNAME_TAKEN'>;
type ProfileRefusal = PasswordRefusal | Taken | Refusal<'UNAUTHENTICATED' | 'RATE_LIMITED'>;

/** All of it or nothing: a refused password leaves the names as they were, and the other way round. */
export async function updateProfile(
  deps: Deps,
  caller: Caller,
  input: Input,
  origin: RequestOrigin,
): Promise<UserRow | ProfileRefusal> {
  const user = await findUser(deps.sql, caller.user.id, origin.now);
  if (!user) return refuse('UNAUTHENTICATED');
  const save = async (tx: Db, passwordHash?: string): Promise<UserRow | ProfileRefusal> => {
    const current = await lockUser(tx, user.id, origin.now);
    if (!current || !(await isLive(tx, sessionIdOf(caller)))) return refuse('UNAUTHENTICATED');
    const refused = await refuseEmail(deps, tx, current, { email: input.email, now: origin.now });
    if (refused) return refused;
    if (passwordHash) {
      const change = { userId: user.id, from: user.passwordHash, to: passwordHash, now: origin.now };
      if (!(await replacePassword(tx, change))) return refuse('CURRENT_PASSWORD_WRONG');
      const how = {
        action: 'SECURITY_PASSWORD_CHANGED',
        reason: 'password_changed',
        exceptSessionId: sessionIdOf(caller),
      } as const;
      await settleNewPassword({ deps, origin }, tx, current, how);
    }
    await applyNames(deps, tx, current, input, origin, current);
    return (await findUser(tx, user.id, origin.now)) ?? current;
  };
  const { password, currentPassword } = input;
  try {
    return await (password === undefined
      ? transact(deps, save)
      : changeOwnPassword(deps, user, { password, currentPassword, save }, origin));
  } catch (error) {
    return takenField(error);
  }
}

/** What a write ran into that lost its name to somebody else. Anything but that is thrown on. */
export function takenField(error: unknown): Taken {
  const index = violatedIndex(error);
  if (index === 'users_email_key') return refuse('EMAIL_TAKEN');
  if (index === 'users_username_key') return refuse('USERNAME_TAKEN');
  throw error;
}

/** Whether a user may get this address. Before anything is written; the answer holds until the transaction ends. */
export async function refuseEmail(
  deps: Deps,
  tx: Db,
  user: UserRow,
  { email, now }: { email: string | undefined; now: Date },
): Promise<Refusal<'EMAIL_TAKEN' | 'RATE_LIMITED'> | undefined> {
  if (email === undefined || email === user.email) return undefined;
  await lockAddresses(tx, [user.email, email]);
  if (await isEmailTaken(tx, email, now, user.id)) return refuse('EMAIL_TAKEN');
  return refuseUnsolicited(tx, deps.config.emailVerification ? [user.email, email] : [user.email], now);
}

/** Once `refuseEmail` lets it pass. A new address is told nothing but its link; the old one gets the way back. */
export async function applyNames(
  deps: Deps,
  tx: Db,
  user: UserRow,
  change: ProfileChange,
  origin: RequestOrigin,
  actor: NonNullable<AuditEvent['user']>,
): Promise<void> {
  const { email, ...names } = change;
  const moves = email !== undefined && email !== user.email;
  const verifiedAt = deps.config.emailVerification ? null : origin.now;
  await updateNames(tx, user.id, moves ? change : names, { verifiedAt, now: origin.now });
  if (!moves) return;
  await moveAttempts(tx, user.email, email, origin.now);
  await deleteTokens(tx, user.id, 'email_verification');
  await deleteTokens(tx, user.id, 'password_reset');
  const moved = { from: user.email, to: email };
  await record(tx, origin, {
    action: 'SECURITY_EMAIL_CHANGED',
    user: actor,
    ...(actor.id === user.id ? { metadata: moved } : about(user, moved)),
  });
  await offerUndo({ deps, origin }, tx, user, email);
  if (deps.config.emailVerification)
    await mailVerification({ deps, origin }, tx, { ...user, email }, { changedAddress: true });
}

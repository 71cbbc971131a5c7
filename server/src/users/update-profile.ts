import { settleNewPassword } from '../accounts/change-password.ts';
import { replacePassword } from '../accounts/password-store.ts';
import type { ProfileChange } from '../accounts/profile-store.ts';
import { noteProof } from '../accounts/proof-store.ts';
import { isLive } from '../accounts/session-store.ts';
import { findUser, lockUser, type UserRow, type UserWithPassword } from '../accounts/user-store.ts';
import { type Context, sessionIdOf } from '../caller/caller.ts';
import type { Tx } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { changeNames, refuseEmail, takenField } from './change-names.ts';
import { changeOwnPassword, type PasswordRefusal } from './change-own-password.ts';

type Input = ProfileChange & { password?: string | undefined; currentPassword?: string | undefined };
type ProfileRefusal =
  | PasswordRefusal
  | Refusal<'UNAUTHENTICATED' | 'EMAIL_TAKEN' | 'USERNAME_TAKEN' | 'RATE_LIMITED'>;

/** All of it or nothing: a refused password leaves the names as they were, and vice versa. */
export async function updateProfile(context: Context, input: Input): Promise<UserRow | ProfileRefusal> {
  const { deps, caller, origin } = context;
  const { password, currentPassword, ...names } = input;
  const user = await findUser(deps.sql, caller.user.id, origin.now);
  if (!user) return refuse('UNAUTHENTICATED');
  const save = (tx: Tx, passwordHash?: string) => saveProfile(context, tx, user, { names, passwordHash });
  try {
    return await (password === undefined
      ? transact(deps, save)
      : changeOwnPassword(context, user, { password, currentPassword, save }));
  } catch (error) {
    return takenField(error);
  }
}

/** `seen` is the user as of when the current password was checked. */
async function saveProfile(
  context: Context,
  tx: Tx,
  seen: UserWithPassword,
  { names, passwordHash }: { names: ProfileChange; passwordHash: string | undefined },
): Promise<UserRow | ProfileRefusal> {
  const { caller, origin } = context;
  const exceptSessionId = sessionIdOf(caller);
  const user = await lockUser(tx, seen.id, origin.now);
  if (!user || !(await isLive(tx, caller))) return refuse('UNAUTHENTICATED');
  const refused = await refuseEmail(context, tx, user, names.email);
  if (refused) return refused;
  if (passwordHash) {
    const change = { userId: user.id, from: seen.passwordHash, to: passwordHash, now: origin.now };
    if (!(await replacePassword(tx, change))) return refuse('CURRENT_PASSWORD_WRONG');
    const action = 'SECURITY_PASSWORD_CHANGED';
    await settleNewPassword(context, tx, user, { action, reason: 'password_changed', exceptSessionId });
    // The current password was right. A first one proves nothing.
    if (seen.passwordHash && exceptSessionId) await noteProof(tx, exceptSessionId, origin.now);
  }
  await changeNames(context, tx, user, names);
  return (await findUser(tx, user.id, origin.now)) ?? user;
}

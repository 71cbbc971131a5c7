import {
  findUser,
  lockUser,
  type ProfileChange,
  type UserRow,
  type UserWithPassword,
  updateNames,
} from '../../identity/accounts/user-store.ts';
import { guessSecret, right, wrong } from '../../identity/attempts/guess-secret.ts';
import { type Context, type OpenContext, seenBy, sessionIdOf } from '../../identity/caller/caller.ts';
import { shownToSelf } from '../../identity/caller/policy.ts';
import { hashNewPassword, settleNewPassword } from '../../identity/credentials/change-password.ts';
import { endAllAccess } from '../../identity/credentials/end-access.ts';
import { replacePassword } from '../../identity/credentials/password-store.ts';
import { findPasswordRules } from '../../identity/policies/joining-store.ts';
import { type PasswordPolicyRefusal, refusePassword } from '../../identity/policies/password-policy.ts';
import { noteProof } from '../../identity/sessions/proof-store.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import { canonicalLocale } from '../../platform/config/locales.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { changeEmail, limitEmailChange, refuseEmail } from './change-email.ts';
import { takenField } from './update-user.ts';
import { recordOwnChange } from './users.ts';

/** The row the caller was resolved from a moment ago. */
export function getProfile(context: Context): Promise<UserRow> {
  return shownToSelf(context);
}

type PasswordRefusal =
  | PasswordPolicyRefusal
  | Refusal<
      'VALIDATION_FAILED' | 'CURRENT_PASSWORD_WRONG' | 'PASSWORD_REUSED' | 'ACCOUNT_LOCKED' | 'OVERLOADED'
    >;

type PasswordChange<Done> = {
  password: string;
  currentPassword: string | undefined;
  /** In the transaction that settles the attempt at the current password. */
  save(tx: Db, passwordHash: string): Promise<Done>;
};

/** Sets the caller's new password, once the current one is proven. An account without one sets its first. */
async function changeOwnPassword<Done>(
  context: OpenContext,
  user: UserWithPassword,
  { password, currentPassword, save }: PasswordChange<Done>,
): Promise<Done | PasswordRefusal> {
  const { deps } = context;
  const newHash = async () =>
    (await refusePassword(deps, password, await findPasswordRules(deps.sql, user.id))) ??
    hashNewPassword(deps, user.id, password);
  if (user.passwordHash === null) {
    const passwordHash = await newHash();
    return isRefusal(passwordHash) ? passwordHash : transact(deps, (tx) => save(tx, passwordHash));
  }
  if (currentPassword === undefined)
    return refuse('VALIDATION_FAILED', { details: { currentPassword: ['Required.'] } });
  return guessSecret(context, {
    // A stolen session must not be a way to guess the password.
    subject: { kind: 'session', user },
    refusal: 'CURRENT_PASSWORD_WRONG',
    audit: { action: 'AUTH_LOGIN_FAILURE', metadata: { during: 'password_change' } },
    // Otherwise, a thief with the session and the password could start over between guesses at a code.
    clears: !user.twoFactorEnabled,
    async check() {
      const matches = await deps.hasher.verify(currentPassword, user.passwordHash);
      if (!matches) return wrong('wrong_current_password');
      const passwordHash = await newHash();
      return isRefusal(passwordHash) ? passwordHash : right(passwordHash);
    },
    allow: save,
  });
}

type NamedChange = ProfileChange & { email?: string | undefined };
type Input = NamedChange & { password?: string | undefined; currentPassword?: string | undefined };
type ProfileRefusal =
  | PasswordRefusal
  | Refusal<
      | 'UNAUTHENTICATED'
      | 'EMAIL_TAKEN'
      | 'EMAIL_DOMAIN_NOT_ALLOWED'
      | 'USERNAME_TAKEN'
      | 'RATE_LIMITED'
      | 'UNVERIFIED_RATE_LIMITED'
    >;

const unknownLocale = 'Must be one of the languages of this service.';

/** All of it or nothing: a refused password leaves the names as they were, and vice versa. */
export async function updateProfile(context: Context, input: Input): Promise<UserRow | ProfileRefusal> {
  const { deps, caller, origin } = context;
  const { password, currentPassword, ...names } = input;
  if (typeof names.locale === 'string') {
    const locale = canonicalLocale(names.locale);
    if (!locale || !deps.languages.codes.includes(locale))
      return refuse('VALIDATION_FAILED', { details: { locale: [unknownLocale] } });
    names.locale = locale;
  }
  const limited = await limitEmailChange(context, names.email);
  if (limited) return limited;
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
  { names: { email, ...names }, passwordHash }: { names: NamedChange; passwordHash: string | undefined },
): Promise<UserRow | ProfileRefusal> {
  const { caller, origin } = context;
  const exceptSessionId = sessionIdOf(caller);
  const locked = await lockUser(tx, seen.id, origin.now);
  if (!locked || !(await isLive(tx, caller))) return refuse('UNAUTHENTICATED');
  const user = seenBy(caller, locked);
  const refused = await refuseEmail(context, tx, user, email);
  if (refused) return refused;
  if (passwordHash) {
    const change = { userId: user.id, from: seen.passwordHash, to: passwordHash, now: origin.now };
    if (!(await replacePassword(tx, change))) return refuse('CURRENT_PASSWORD_WRONG');
    const ending = { reason: 'password_changed', actor: user, exceptSessionId } as const;
    const sessionsRevoked = await endAllAccess(tx, user, ending, origin);
    await settleNewPassword(context, tx, user, { action: 'SECURITY_PASSWORD_CHANGED', sessionsRevoked });
    // The current password was right. A first one proves nothing.
    if (seen.passwordHash && exceptSessionId)
      await noteProof(tx, exceptSessionId, { method: 'password', now: origin.now });
  }
  await updateNames(tx, user.id, names, origin.now);
  await changeEmail(context, tx, user, email);
  const after = seenBy(caller, (await findUser(tx, user.id, origin.now)) ?? user);
  await recordOwnChange(tx, origin, user, after);
  return after;
}

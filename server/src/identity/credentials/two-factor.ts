import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/sql.ts';
import { findPermissions } from '../accounts/permission-store.ts';
import { mustHaveTwoFactor } from '../accounts/trusted-roles.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { requiresTwoFactor } from '../policies/judge.ts';
import { findPoliciesOf } from '../policies/policy-store.ts';
import { deletePendingLogins } from '../sessions/pending-login-store.ts';
import type { SignIn } from '../sessions/session-store.ts';
import { dropBackupCodes } from './backup-code-store.ts';
import { clearTwoFactor } from './two-factor-store.ts';

type Rules = Pick<Config, 'twoFactorForAll' | 'passkeyDomain'>;
type Holder = { user: UserRow; permissions: readonly string[] };

/** Everyone whose role requires it, or everyone if the service requires it. */
export function isAskedOf({ twoFactorForAll }: Rules, holder: Pick<Holder, 'permissions'>): boolean {
  return twoFactorForAll || mustHaveTwoFactor(holder);
}

/** The rules where a hook asks for two-factor: as if the service asked everyone for it. */
export function askingAll<R extends Rules>(rules: R, isAsked: boolean): R {
  return isAsked ? { ...rules, twoFactorForAll: true } : rules;
}

/** The same in a session for which a hook has asked for it, until one is proven. */
export function rulesFor<R extends Rules>(
  rules: R,
  signIn: Pick<SignIn, 'requireTwoFactor' | 'secondFactor'> | null,
): R {
  return askingAll(rules, signIn !== null && Boolean(signIn.requireTwoFactor) && !signIn.secondFactor);
}

/** Passkeys that can't be used at this address don't count. */
export function hasSecondFactor({ passkeyDomain }: Pick<Rules, 'passkeyDomain'>, user: UserRow): boolean {
  return user.twoFactorEnabled || (user.passkeyCount > 0 && passkeyDomain !== null);
}

/** Whether a user must set up two-factor before anything else. */
export function needsTwoFactorSetup(rules: Rules, holder: Holder): boolean {
  return !hasSecondFactor(rules, holder.user) && isAskedOf(rules, holder);
}

/**
 * Whether a password or provider needs a second factor. Passkeys alone cause this only if two-factor is
 * required.
 */
export async function asksSecondFactor(
  rules: Rules,
  db: Db,
  user: UserRow,
  held?: readonly string[],
): Promise<boolean> {
  if (user.twoFactorEnabled || !hasSecondFactor(rules, user)) return user.twoFactorEnabled;
  if (isAskedOf(rules, { permissions: held ?? (await findPermissions(db, user.id)) })) return true;
  return requiresTwoFactor(await findPoliciesOf(db, user.id));
}

/**
 * Removes two-factor and everything that depends on it: the secret, logins waiting for a code, and the backup
 * codes unless a passkey needs them. False if there was none.
 */
export async function endTwoFactor(
  tx: Db,
  userId: string,
  now: Date,
  since: Date | null = null,
): Promise<boolean> {
  if (!(await clearTwoFactor(tx, userId, now, since))) return false;
  await dropBackupCodes(tx, userId);
  await deletePendingLogins(tx, userId);
  return true;
}

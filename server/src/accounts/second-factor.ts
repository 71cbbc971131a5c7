import { permissions } from '@latchkey/contract';
import type { Config } from '../config.ts';
import type { Db } from '../db/sql.ts';
import { findPermissions } from './permission-store.ts';
import type { UserRow } from './user-store.ts';

type Rules = Pick<Config, 'twoFactorForAll' | 'passkeyDomain'>;
type Holder = { user: UserRow; permissions: readonly string[] };

/** Every ADMIN, and everyone with any ADMIN permission except listing colleagues. */
export function mustHaveTwoFactor(holder: Pick<Holder, 'permissions'>): boolean {
  return permissions.some((each) => each !== 'users:list' && holder.permissions.includes(each));
}

/** Everyone whose role requires it, or everyone if the service requires it. */
export function isAskedOf({ twoFactorForAll }: Rules, holder: Pick<Holder, 'permissions'>): boolean {
  return twoFactorForAll || mustHaveTwoFactor(holder);
}

/** Passkeys that can't be used at this address don't count. */
function hasSecondFactor({ passkeyDomain }: Rules, user: UserRow): boolean {
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
  return isAskedOf(rules, { permissions: held ?? (await findPermissions(db, user.id)) });
}

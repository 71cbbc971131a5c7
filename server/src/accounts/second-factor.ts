import { permissions } from '@latchkey/contract';
import type { Config } from '../config.ts';
import type { Db } from '../db/sql.ts';
import { findPermissions } from './permission-store.ts';
import type { UserRow } from './user-store.ts';

type Rules = Pick<Config, 'twoFactorForAll' | 'passkeyDomain'>;
type Holder = { user: UserRow; permissions: readonly string[] };

/** Every ADMIN, and whoever holds any of an ADMIN's permissions, except to list colleagues. */
export function mustHaveTwoFactor(holder: Pick<Holder, 'permissions'>): boolean {
  return permissions.some((each) => each !== 'users:list' && holder.permissions.includes(each));
}

/** Whose role asks for it, and everyone when the service asks it of all. */
export function isAskedOf({ twoFactorForAll }: Rules, holder: Pick<Holder, 'permissions'>): boolean {
  return twoFactorForAll || mustHaveTwoFactor(holder);
}

/** Passkeys that cannot be used at this address are none. */
function hasSecondFactor({ passkeyDomain }: Rules, user: UserRow): boolean {
  return user.twoFactorEnabled || (user.passkeyCount > 0 && passkeyDomain !== null);
}

/** Who must set up two-factor before going on. */
export function needsTwoFactorSetup(rules: Rules, holder: Holder): boolean {
  return !hasSecondFactor(rules, holder.user) && isAskedOf(rules, holder);
}

/** Whether a password or a provider is only half of a login. Passkeys alone make it so where two-factor is required. */
export async function asksSecondFactor(
  rules: Rules,
  db: Db,
  user: UserRow,
  held?: readonly string[],
): Promise<boolean> {
  if (user.twoFactorEnabled || !hasSecondFactor(rules, user)) return user.twoFactorEnabled;
  return isAskedOf(rules, { permissions: held ?? (await findPermissions(db, user.id)) });
}

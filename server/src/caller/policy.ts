import { permissions } from '@latchkey/contract';
import { type Holder, may } from './caller.ts';

/** ADMIN by the user's role or by a further one that inherits from it. */
export function isAdmin(holder: Pick<Holder, 'permissions'>): boolean {
  return may(holder, 'users:read');
}

/** Who must set up two-factor before going on: every ADMIN, and everyone when the service asks it of all. */
export function needsTwoFactorSetup(holder: Holder, twoFactorForAll: boolean): boolean {
  return !holder.user.twoFactorEnabled && (twoFactorForAll || isAdmin(holder));
}

/**
 * Acting on somebody, or handing out a role, must not be a way up: nobody reaches what permits more than they may do
 * themselves. Permissions that guard nothing here are anybody's to hand out.
 */
export function reaches(holder: Pick<Holder, 'permissions'>, held: readonly string[]): boolean {
  return permissions.every((each) => may(holder, each) || !held.includes(each));
}

import { permissions } from '@latchkey/contract';
import type { UserRow } from '../accounts/user-store.ts';
import { type Holder, may } from './caller.ts';

/** Sees everybody as an ADMIN does, by the user's role or by a further one. */
export function isAdmin(holder: Pick<Holder, 'permissions'>): boolean {
  return may(holder, 'users:read');
}

export function isColleague({ user }: Pick<Holder, 'user'>, other: UserRow | undefined): other is UserRow {
  return other !== undefined && user.organizationId !== null && other.organizationId === user.organizationId;
}

/** Whom a permission can be about: anybody, for those who see everybody; otherwise themselves and their colleagues. */
export function isWithinReach(holder: Holder, other: UserRow | undefined): other is UserRow {
  if (!other || other.id === holder.user.id) return other !== undefined;
  return isAdmin(holder) || isColleague(holder, other);
}

/**
 * Acting on somebody, or handing out a role, must not be a way up: nobody reaches what permits more than they may do
 * themselves. Permissions that guard nothing here are anybody's to hand out.
 */
export function reaches(holder: Pick<Holder, 'permissions'>, held: readonly string[]): boolean {
  return permissions.every((each) => may(holder, each) || !held.includes(each));
}

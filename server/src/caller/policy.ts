import { permissions } from '@latchkey/contract';
import type { UserRow } from '../accounts/user-store.ts';
import { type Holder, may } from './caller.ts';

/** Sees everyone, as an ADMIN does, through the user's role or an additional one. */
export function isAdmin(holder: Pick<Holder, 'permissions'>): boolean {
  return may(holder, 'users:read');
}

export function isColleague({ user }: Pick<Holder, 'user'>, other: UserRow | undefined): other is UserRow {
  return other !== undefined && user.organizationId !== null && other.organizationId === user.organizationId;
}

/**
 * Whom a permission covers: everyone, for callers who see everyone; otherwise themselves and their
 * colleagues.
 */
export function isWithinReach(holder: Holder, other: UserRow | undefined): other is UserRow {
  if (!other || other.id === holder.user.id) return other !== undefined;
  return isAdmin(holder) || isColleague(holder, other);
}

/**
 * Acting on someone, or assigning a role, must not be a way to gain permissions: nobody can act on a user or
 * role that permits more than their own. Permissions that guard nothing here may be assigned by anyone.
 */
export function reaches(holder: Pick<Holder, 'permissions'>, held: readonly string[]): boolean {
  return permissions.every((each) => may(holder, each) || !held.includes(each));
}

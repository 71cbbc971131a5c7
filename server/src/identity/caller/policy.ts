import { permissions, ranksBelow } from '@latchkey/contract';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findLockOf, type SeenUser, type UserRow } from '../accounts/user-store.ts';
import { type Context, type Giver, type Holder, holds, may } from './caller.ts';

/** Sees everyone, as an ADMIN does, through the user's role or an additional one. */
export function isAdmin(giver: Giver): boolean {
  return may(giver, 'users:read');
}

export function isColleague({ user }: Pick<Holder, 'user'>, other: UserRow | undefined): other is UserRow {
  return other !== undefined && user.organizationId !== null && other.organizationId === user.organizationId;
}

/** Whom a permission covers: everyone, for callers who see everyone; otherwise their colleagues. */
export function isWithinReach<U extends UserRow>(holder: Holder, other: U | undefined): other is U {
  return other !== undefined && (isAdmin(holder) || isColleague(holder, other));
}

export function outranks(holder: Holder, { organizationRole }: Holder['user']): boolean {
  return isAdmin(holder) || ranksBelow(holder.user.organizationRole).includes(organizationRole);
}

/**
 * Acting on a user or role must not be a way to gain permissions: callers can't act on one that permits more of the
 * service than they have themselves.
 */
export function reaches(giver: Giver, held: readonly string[]): boolean {
  return permissions.every((each) => may(giver, each) || !held.includes(each));
}

/**
 * Why a permission can't be used on this user, as the holder's organization sees them. Undefined if it can. Without
 * seeing everyone, it can't be used on a user who also belongs elsewhere: that would reach into another organization.
 */
export function refuseReach(
  holder: Holder,
  target: { user: SeenUser | undefined; permissions: readonly string[] },
): Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'> | undefined {
  if (!isWithinReach(holder, target.user)) return refuse('NOT_FOUND');
  if (target.user.belongsElsewhere && !isAdmin(holder)) return refuse('PERMISSION_DENIED');
  const isReached = outranks(holder, target.user) && reaches(holder, target.permissions);
  return isReached ? undefined : refuse('PERMISSION_DENIED');
}

/** Without seeing everyone, people give only what they hold, even permissions that only an application knows. */
export function mayGive(giver: Giver, given: readonly string[]): boolean {
  return isAdmin(giver) ? reaches(giver, given) : given.every((each) => holds(giver, each));
}

/** The caller as they see themselves. The lock is looked up only for callers who may see it. */
export async function shownToSelf({ deps, caller, origin }: Context): Promise<UserRow> {
  const { user } = caller;
  return isAdmin(caller) ? { ...user, lockedUntil: await findLockOf(deps.sql, user, origin.now) } : user;
}

/** The address that the caller is about to move to. */
export function pendingEmailOf({ caller: { pending }, origin }: Context): string | null {
  return pending && pending.until > origin.now ? pending.email : null;
}

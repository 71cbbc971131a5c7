import { keepInactive } from '../../identity/accounts/deletion-store.ts';
import { findPermissions, findStandings, lockPrivileges } from '../../identity/accounts/permission-store.ts';
import {
  findSeenUser,
  findUserByEmail,
  lockUser,
  type UserRow,
  type UserWithPassword,
} from '../../identity/accounts/user-store.ts';
import { addressOf } from '../../identity/attempts/attempt-store.ts';
import { endLock, endLocks } from '../../identity/attempts/locks.ts';
import {
  type ActorContext,
  actorOf,
  type Context,
  isOwn,
  type SystemContext,
} from '../../identity/caller/caller.ts';
import { refuseReach } from '../../identity/caller/policy.ts';
import { isLastBreakGlassOwner } from '../../identity/credentials/break-glass-store.ts';
import { endAllAccess } from '../../identity/credentials/end-access.ts';
import { lockEverywhere } from '../../identity/memberships/every-membership.ts';
import { findRanks } from '../../identity/memberships/member-store.ts';
import { dropInvitesEverywhere } from '../../identity/memberships/memberships.ts';
import type { OrganizationRow } from '../../identity/memberships/organization-store.ts';
import { tellToRotate } from '../../identity/memberships/tell-to-rotate.ts';
import { cancelDeletionOf } from '../../identity/recovery/deletion.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { record } from '../../records/audit/record.ts';
import { differing, takesAdminAway } from './policy.ts';
import { forgetDeactivation, hasOtherActiveAdmin, type StatusChange, setStatus } from './status-store.ts';

/**
 * Changes a user's role and activity and returns the user as changed; fields that stay the same leave no trace. To
 * deactivate a user, the caller must have locked the organization before the user.
 */
export async function changeStatus(
  context: ActorContext,
  tx: Db,
  user: UserRow,
  wanted: StatusChange & { reason?: 'inactive' },
): Promise<UserRow> {
  const change = differing(user, wanted);
  if (wanted.isActive === false && !user.isActive) {
    await outlastDeletion(context, tx, user);
    await forgetDeactivation(tx, user.id);
  }
  if (Object.keys(change).length === 0) return user;
  const { now } = context.origin;
  await setStatus(tx, user.id, change, now);
  const { role = user.role, isActive = user.isActive } = change;
  const after = { ...user, role, isActive, updatedAt: now };
  const because = wanted.reason && { reason: wanted.reason };
  if (isActive !== user.isActive) await settleActivity(context, tx, after, because);
  return after;
}

/** An account that is about to be erased at its owner's request stays inactive, even if they change their mind. */
async function outlastDeletion({ caller, origin }: ActorContext, tx: Db, user: UserRow): Promise<void> {
  if (!(await keepInactive(tx, user.id))) return;
  const action = 'ADMIN_USER_DEACTIVATED';
  await record(tx, origin, { action, user: actorOf(caller), ...aboutUser(user) });
}

/** Old sessions end either way: one that a login opened while the user was being deactivated must not come back. */
async function settleActivity(
  context: ActorContext,
  tx: Db,
  user: UserRow,
  because: { reason: string } | undefined,
): Promise<void> {
  const { caller, origin } = context;
  const { isActive } = user;
  const actor = actorOf(caller);
  const action = isActive ? 'ADMIN_USER_ACTIVATED' : 'ADMIN_USER_DEACTIVATED';
  const seenIn = await seenInEach(tx, user);
  for (const seen of seenIn) await record(tx, origin, { action, user: actor, ...aboutUser(seen, because) });
  if (isActive)
    await cancelDeletionOf(tx, user, { reason: 'activated', by: { actor, about: aboutUser(user) } }, origin);
  if (!isActive) {
    await dropInvitesEverywhere(tx, user.id, { actor, reason: 'inviter_deactivated' }, origin);
    await tellToRotate(context, tx, user, { organizationIds: seenIn.flatMap(organizationOf) });
  }
  await endAllAccess(tx, user, { reason: isActive ? 'activated' : 'deactivated', actor }, origin);
}

/** The user as each of their organizations sees them; once, without one, if they have none. */
export async function seenInEach(tx: Db, user: UserRow): Promise<UserRow[]> {
  const ranks = await findRanks(tx, user.id);
  return ranks.length === 0 ? [user] : ranks.map((rank) => ({ ...user, ...rank }));
}

const organizationOf = ({ organizationId }: UserRow) => (organizationId ? [organizationId] : []);

type Acting = Pick<ActorContext, 'caller' | 'origin'>;

/** The user to act on, held until the transaction ends. A user the caller may not act on is not found. */
export async function lockTarget(
  { caller, origin }: Acting,
  tx: Db,
  id: string,
): Promise<UserWithPassword | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>> {
  const locked = await lockUser(tx, id, origin.now);
  if (caller.kind === 'system') return locked ?? refuse('NOT_FOUND');
  const standings = await findStandings(tx, [caller.user.id, id]);
  // As the caller is now: they may have lost a role, their rank or their account while the user was locked.
  const holder = standings.get(caller.user.id);
  const holds =
    holder?.user.isActive && caller.permissions.every((each) => holder.permissions.includes(each));
  if (!holds) return refuse('PERMISSION_DENIED');
  const permissions = standings.get(id)?.permissions ?? [];
  const user = await findSeenUser(tx, id, origin.now, holder.user.organizationId);
  const refused = refuseReach(holder, { user, permissions });
  return refused ?? locked ?? refuse('NOT_FOUND');
}

/** The same with their organizations, which are locked before their members, as everywhere. */
export async function lockTargetInOrganizations(
  acting: Acting,
  tx: Db,
  id: string,
): Promise<{ user: UserRow; organizations: OrganizationRow[] } | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>> {
  const { user, organizations } = await lockEverywhere(tx, id, () => lockTarget(acting, tx, id));
  return isRefusal(user) ? user : { user, organizations };
}

/**
 * Waits for its turn to change privileges. Refuses a caller who lost theirs meanwhile, or whose session has ended, even
 * during an impersonation. Otherwise, a user being demoted or deactivated could undo that with a request waiting behind
 * it.
 */
export async function takePrivileges(
  { caller }: Pick<ActorContext, 'caller'>,
  tx: Db,
): Promise<Refusal<'PERMISSION_DENIED'> | undefined> {
  await lockPrivileges(tx);
  if (caller.kind === 'system') return undefined;
  const [live, held] = await Promise.all([
    isLive(tx, caller),
    findPermissions(tx, caller.user.id, { ifActive: true }),
  ]);
  const holds = live && caller.permissions.every((each) => held.includes(each));
  return holds ? undefined : refuse('PERMISSION_DENIED');
}

export function activateUser(
  context: Context,
  id: string,
): Promise<UserRow | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>> {
  return transact(context.deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
    const user = await lockTarget(context, tx, id);
    return isRefusal(user) ? user : changeStatus(context, tx, user, { isActive: true });
  });
}

/** Keeps one active ADMIN. Exact in a transaction that locked privileges before it read the user. */
export async function refuseLastAdmin(
  tx: Db,
  user: UserRow,
  change: StatusChange | 'deleted',
): Promise<Refusal<'LAST_ADMIN'> | undefined> {
  if (!takesAdminAway(user, change) || (await hasOtherActiveAdmin(tx, user.id))) return undefined;
  return refuse('LAST_ADMIN');
}

/**
 * An organization that requires single sign-on keeps an active OWNER who could get in without it. Exact in a transaction
 * that locked the user's organizations.
 */
export async function refuseLastBreakGlass(
  { deps }: Pick<ActorContext, 'deps'>,
  tx: Db,
  user: UserRow,
  { isActive }: StatusChange,
): Promise<Refusal<'BREAK_GLASS_REQUIRED'> | undefined> {
  if (isActive !== false || !(await isLastBreakGlassOwner(tx, deps.config, user.id))) return undefined;
  return refuse('BREAK_GLASS_REQUIRED');
}

type DeactivateRefusal = Refusal<
  'NOT_FOUND' | 'PERMISSION_DENIED' | 'OWN_ACCOUNT' | 'LAST_ADMIN' | 'BREAK_GLASS_REQUIRED'
>;

/** Callers can't deactivate themselves. */
export async function deactivateUser(context: Context, id: string): Promise<UserRow | DeactivateRefusal> {
  if (isOwn(context.caller, id)) return refuse('OWN_ACCOUNT');
  return transact(context.deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
    const locked = await lockTargetInOrganizations(context, tx, id);
    if (isRefusal(locked)) return locked;
    const { user } = locked;
    const change = { isActive: false };
    const refused =
      (await refuseLastAdmin(tx, user, change)) ?? (await refuseLastBreakGlass(context, tx, user, change));
    return refused ?? changeStatus(context, tx, user, change);
  });
}

type UnlockRefusal = Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>;

export function unlockUser(context: ActorContext, id: string): Promise<UserRow | UnlockRefusal> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const user = await lockTarget(context, tx, id);
    if (isRefusal(user)) return user;
    const event = { user: actorOf(caller), ...aboutUser(user, { reason: 'admin' }) };
    const isSelf = caller.kind !== 'system' && isOwn(caller, user.id);
    // A stolen session must not be able to clear the count of its own guesses.
    if (isSelf) await endLock(tx, addressOf(user), event, origin);
    else await endLocks(tx, user, event, origin);
    return { ...user, lockedUntil: null };
  });
}

/** For the command line. */
export async function unlockUserByEmail(
  context: SystemContext,
  email: string,
): Promise<UserRow | UnlockRefusal> {
  const user = await findUserByEmail(context.deps.sql, email, context.origin.now);
  return user ? unlockUser(context, user.id) : refuse('NOT_FOUND');
}

import { endOldAccess } from '../accounts/change-password.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { type ActorContext, actorOf } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { dropInvites } from '../organizations/drop-invites.ts';
import { aboutUser } from './about-user.ts';
import { differing } from './policy.ts';
import { type StatusChange, setStatus } from './status-store.ts';

/**
 * Changes a user's role and activity and returns them as they then are; what stays the same leaves no trace. To
 * deactivate somebody, the caller must have locked the organization before the user.
 */
export async function changeStatus(
  context: ActorContext,
  tx: Db,
  user: UserRow,
  wanted: StatusChange,
): Promise<UserRow> {
  const change = differing(user, wanted);
  if (Object.keys(change).length === 0) return user;
  const { now } = context.origin;
  await setStatus(tx, user.id, change, now);
  const { role = user.role, isActive = user.isActive } = change;
  const after = { ...user, role, isActive, updatedAt: now };
  if (isActive !== user.isActive) await settleActivity(context, tx, after);
  return after;
}

/** Old sessions end either way: one that a login opened while the user was being deactivated must not come back. */
async function settleActivity({ caller, origin }: ActorContext, tx: Db, user: UserRow): Promise<void> {
  const { isActive } = user;
  const { sessions, series } = await endOldAccess(tx, user.id, null);
  const actor = actorOf(caller);
  const action = isActive ? 'ADMIN_USER_ACTIVATED' : 'ADMIN_USER_DEACTIVATED';
  await record(tx, origin, { action, user: actor, ...aboutUser(user) });
  if (!isActive) await dropInvites(tx, user, { actor, reason: 'inviter_deactivated' }, origin);
  if (sessions + series === 0) return;
  const reason = isActive ? 'activated' : 'deactivated';
  await record(tx, origin, {
    action: 'SECURITY_ALL_SESSIONS_REVOKED',
    user: actor,
    ...aboutUser(user, { reason, sessions, rememberMeSeries: series }),
  });
}

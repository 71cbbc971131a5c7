import { endOldAccess } from '../accounts/change-password.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { type AuditEvent, record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
import { dropInvites } from '../organizations/drop-invites.ts';
import type { Origin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { differing, takesAdminAway } from './policy.ts';
import { hasOtherActiveAdmin, type StatusChange, setStatus } from './status-store.ts';
import { about } from './target.ts';

/** Somebody stays in charge. Exact in a transaction that has locked privileges before it read the user. */
export async function refuseLastAdmin(
  tx: Db,
  user: UserRow,
  change: StatusChange | 'deleted',
): Promise<Refusal<'LAST_ADMIN'> | undefined> {
  if (!takesAdminAway(user, change) || (await hasOtherActiveAdmin(tx, user.id))) return undefined;
  return refuse('LAST_ADMIN');
}

/**
 * Role and activity of a user, as they then are; what they are already leaves no trace. Whoever deactivates somebody
 * has locked the organization before the user.
 */
export async function changeStatus(
  tx: Db,
  actor: AuditEvent['user'],
  user: UserRow,
  wanted: StatusChange,
  origin: Origin,
): Promise<UserRow> {
  const change = differing(user, wanted);
  if (Object.keys(change).length === 0) return user;
  await setStatus(tx, user.id, change, origin.now);
  const { role = user.role, isActive = user.isActive } = change;
  if (isActive !== user.isActive) await settleActivity(tx, actor, user, isActive, origin);
  return { ...user, role, isActive, updatedAt: origin.now };
}

/** Old sessions end both ways: one that a login opened while the user was being switched off must not come back. */
async function settleActivity(
  tx: Db,
  actor: AuditEvent['user'],
  user: UserRow,
  isActive: boolean,
  origin: Origin,
): Promise<void> {
  const { sessions, series } = await endOldAccess(tx, user.id, null);
  const action = isActive ? 'ADMIN_USER_ACTIVATED' : 'ADMIN_USER_DEACTIVATED';
  await record(tx, origin, { action, user: actor, ...about(user) });
  if (!isActive) await dropInvites(tx, user, { actor, reason: 'inviter_deactivated' }, origin);
  if (sessions + series === 0) return;
  const reason = isActive ? 'activated' : 'deactivated';
  await record(tx, origin, {
    action: 'SECURITY_ALL_SESSIONS_REVOKED',
    user: actor,
    ...about(user, { reason, sessions, rememberMeSeries: series }),
  });
}

import { findDeletionOwner, findUndoable, insertDeletion } from '../../identity/accounts/deletion-store.ts';
import { lockPrivileges } from '../../identity/accounts/permission-store.ts';
import { setActive, type UserRow } from '../../identity/accounts/user-store.ts';
import type { Context, OpenContext } from '../../identity/caller/caller.ts';
import { endOldAccess } from '../../identity/credentials/change-password.ts';
import { hasOthers, isSoleOwner } from '../../identity/memberships/member-store.ts';
import { dropInvites, lockWithOrganization } from '../../identity/memberships/memberships.ts';
import { cancelDeletionOf } from '../../identity/recovery/deletion.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { refuseLastAdmin } from '../users/status.ts';
import { limitExport } from './export-person.ts';

const dayMs = 86_400_000;

export type Deletion = { requestedAt: Date; scheduledFor: Date };
type DeletionRefusal = Refusal<'UNAUTHENTICATED' | 'LAST_OWNER' | 'LAST_ADMIN' | 'RATE_LIMITED'>;

/** Deactivates the caller's account at once, and erases it later, unless the mailed link is used until then. */
export async function requestDeletion(context: Context): Promise<Deletion | DeletionRefusal> {
  const { deps, caller, origin } = context;
  const limited = await limitExport(context);
  if (limited) return limited;
  return transact(deps, async (tx) => {
    await lockPrivileges(tx);
    const user = await lockWithOrganization(tx, caller.user.id, origin.now);
    if (!user?.isActive || !(await isLive(tx, caller))) return refuse('UNAUTHENTICATED');
    const refused = (await refuseLastAdmin(tx, user, 'deleted')) ?? (await refuseLastOwner(tx, user));
    return refused ?? schedule(context, tx, user);
  });
}

/** An organization of one's own goes along. Others keep an active OWNER. */
async function refuseLastOwner(tx: Db, { id, organizationId }: UserRow) {
  if (!organizationId || !(await hasOthers(tx, organizationId, id))) return undefined;
  return (await isSoleOwner(tx, organizationId, id)) ? refuse('LAST_OWNER') : undefined;
}

async function schedule(context: Context, tx: Db, before: UserRow): Promise<Deletion> {
  const { deps, origin } = context;
  const { now: requestedAt } = origin;
  const undoable = await findUndoable(tx, before.id, requestedAt);
  // A thief who changed the address must not be able to erase the account before its owner can undo that.
  const ends = undoable.map(({ expiresAt }) => expiresAt.getTime());
  const grace = requestedAt.getTime() + deps.config.deletionGraceDays * dayMs;
  const scheduledFor = new Date(Math.max(grace, ...ends));
  const { token, hash } = newToken();
  await insertDeletion(tx, { userId: before.id, hash, requestedAt, scheduledFor });
  await setActive(tx, before.id, false, requestedAt);
  const user = { ...before, isActive: false, updatedAt: requestedAt };
  const { sessions, series } = await endOldAccess(tx, user.id, null);
  const metadata = { scheduledFor: scheduledFor.toISOString() };
  await record(tx, origin, { action: 'AUTH_DELETION_REQUESTED', user, metadata });
  await record(tx, origin, {
    action: 'SECURITY_ALL_SESSIONS_REVOKED',
    user,
    metadata: { reason: 'deletion_requested', sessions, rememberMeSeries: series },
  });
  await dropInvites(tx, user, { actor: user, reason: 'inviter_deactivated' }, origin);
  const link = `${deps.config.baseUrl}/cancel-deletion?token=${token}`;
  const mail = {
    type: 'deletion_scheduled',
    scheduledFor,
    ...(scheduledFor > requestedAt && { link }),
  } as const;
  await mailUser(deps, tx, user, mail);
  for (const { email } of undoable)
    if (email !== user.email) await mailUser(deps, tx, { ...user, email }, mail);
  return { requestedAt, scheduledFor };
}

/** Needs no session: the account has none. */
export async function cancelDeletion(
  { deps, origin }: OpenContext,
  { token }: { token: string },
): Promise<{ isActive: boolean } | Refusal<'TOKEN_INVALID'>> {
  const link = { hash: sha256(token), now: origin.now };
  const userId = await findDeletionOwner(deps.sql, link.hash, link.now);
  if (!userId) return refuse('TOKEN_INVALID');
  return transact(deps, async (tx) => {
    const user = await lockWithOrganization(tx, userId, origin.now);
    const kept = user && (await cancelDeletionOf(tx, user, { reason: 'link', link }, origin));
    return kept ? { isActive: kept.isActive } : refuse('TOKEN_INVALID');
  });
}

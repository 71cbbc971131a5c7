import {
  findDeletionOwner,
  findUndoable,
  insertDeletion,
  isDirectoryManaged,
} from '../../identity/accounts/deletion-store.ts';
import { lockPrivileges } from '../../identity/accounts/permission-store.ts';
import { lockUser, setActive, type UserRow } from '../../identity/accounts/user-store.ts';
import type { Context, OpenContext } from '../../identity/caller/caller.ts';
import { endAllAccess } from '../../identity/credentials/end-access.ts';
import { findOrphaned, lockEverywhere } from '../../identity/memberships/every-membership.ts';
import type { LastOwnerRefusal } from '../../identity/memberships/last-owner.ts';
import { dropInvitesEverywhere } from '../../identity/memberships/memberships.ts';
import { tellToRotate } from '../../identity/memberships/tell-to-rotate.ts';
import { cancelDeletionOf } from '../../identity/recovery/deletion.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { refuseLastAdmin } from '../users/status.ts';
import { limitExport } from './export-person.ts';

const dayMs = 86_400_000;

type Deletion = { requestedAt: Date; scheduledFor: Date };
type DeletionRefusal =
  | LastOwnerRefusal
  | Refusal<'UNAUTHENTICATED' | 'DIRECTORY_MANAGED' | 'LAST_ADMIN' | 'RATE_LIMITED'>;

/** Deactivates the caller's account at once, and erases it later, unless the mailed link is used until then. */
export async function requestDeletion(context: Context): Promise<Deletion | DeletionRefusal> {
  const { deps, caller, origin } = context;
  const limited = await limitExport(context);
  if (limited) return limited;
  return transact(deps, async (tx) => {
    await lockPrivileges(tx);
    const lock = () => lockUser(tx, caller.user.id, origin.now);
    const { user, organizations } = await lockEverywhere(tx, caller.user.id, lock);
    if (!user?.isActive || !(await isLive(tx, caller))) return refuse('UNAUTHENTICATED');
    if (await isDirectoryManaged(tx, user.id)) return refuse('DIRECTORY_MANAGED');
    const lastAdmin = await refuseLastAdmin(tx, user, 'deleted');
    if (lastAdmin) return lastAdmin;
    const orphaned = await findOrphaned(tx, deps.config, user.id, organizations);
    if (isRefusal(orphaned)) return orphaned;
    const deletion = await schedule(context, tx, user);
    await tellToRotate(context, tx, user, { organizationIds: organizations.map(({ id }) => id) });
    return deletion;
  });
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
  const metadata = { scheduledFor: scheduledFor.toISOString() };
  await record(tx, origin, { action: 'AUTH_DELETION_REQUESTED', user, metadata });
  await endAllAccess(tx, user, { reason: 'deletion_requested', actor: user }, origin);
  await dropInvitesEverywhere(tx, user.id, { actor: user, reason: 'inviter_deactivated' }, origin);
  const link = `${deps.config.baseUrl}/cancel-deletion?token=${token}`;
  const mail = {
    type: 'deletion_scheduled',
    scheduledFor,
    ...(scheduledFor > requestedAt && { link }),
    asked: origin.chosenLocale?.(),
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
    const user = await lockUser(tx, userId, origin.now);
    const kept = user && (await cancelDeletionOf(tx, user, { reason: 'link', link }, origin));
    return kept ? { isActive: kept.isActive } : refuse('TOKEN_INVALID');
  });
}

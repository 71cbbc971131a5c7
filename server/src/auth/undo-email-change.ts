import { moveAttempts } from '../accounts/attempt-store.ts';
import { endOldAccess } from '../accounts/change-password.ts';
import { findUndo, reclaimOnReset, type UsedUndo, useUndo } from '../accounts/email-undo-store.ts';
import { endOtherWaysIn } from '../accounts/end-other-ways-in.ts';
import { clearPassword } from '../accounts/password-store.ts';
import { lockPrivileges } from '../accounts/permission-store.ts';
import { updateNames } from '../accounts/profile-store.ts';
import { lowerRoles } from '../accounts/standing-store.ts';
import { deleteTokens } from '../accounts/token-store.ts';
import { findUser, isEmailTaken, lockUser, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { OpenContext } from '../caller/caller.ts';
import { sha256 } from '../crypto/credentials.ts';
import type { Tx } from '../db/sql.ts';
import { StartOver, transact } from '../db/transact.ts';
import { lockAddresses } from '../email/address-store.ts';
import { dropInvites } from '../organizations/drop-invites.ts';
import { lowerMembership } from '../organizations/lower-membership.ts';
import { lockOrganization } from '../organizations/store.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { mailReset } from './mail-reset.ts';

/** Works whatever the address is now, as long as the account is active. */
export async function undoEmailChange(
  context: OpenContext,
  { token }: { token: string },
): Promise<Refusal<'TOKEN_INVALID'> | undefined> {
  const { deps, origin } = context;
  const hash = sha256(token);
  const found = await findUndo(deps.sql, hash);
  if (!found) return refuse('TOKEN_INVALID');
  return transact(deps, async (tx) => {
    const user = await lockWithOrganization(tx, found.userId, origin.now);
    if (!user?.isActive) return refuse('TOKEN_INVALID');
    await lockAddresses(tx, [found.email]);
    // The address was kept free for this; if someone has it anyway, nothing is taken from them.
    if (await isEmailTaken(tx, found.email, origin.now, user.id)) return refuse('TOKEN_INVALID');
    const undo = await useUndo(tx, hash, origin.now);
    if (!undo) return refuse('TOKEN_INVALID');
    await putBack(context, tx, user, undo);
    return undefined;
  });
}

/** Privileges are locked first, and the organization before its members, as everywhere. */
async function lockWithOrganization(tx: Tx, userId: string, now: Date): Promise<UserRow | undefined> {
  await lockPrivileges(tx);
  const seen = await findUser(tx, userId, now);
  if (seen?.organizationId) await lockOrganization(tx, seen.organizationId);
  const user = await lockUser(tx, userId, now);
  if (user && user.organizationId !== seen?.organizationId)
    throw new StartOver('the user joined or left an organization meanwhile');
  return user;
}

/** Closes everything that someone else may have opened since; the owner starts over from the mailbox alone. */
async function putBack(
  context: OpenContext,
  tx: Tx,
  before: UserRow,
  { email, changedAt, wasVerified, standing }: UsedUndo,
): Promise<void> {
  const { origin } = context;
  const { now } = origin;
  const { id } = before;
  await updateNames(tx, id, { email }, { verifiedAt: now, now });
  if (!wasVerified) await reclaimOnReset(tx, id);
  if (before.email !== email) await moveAttempts(tx, before.email, email, now);
  const passwordCleared = await clearPassword(tx, id, changedAt, now);
  const { sessions, series } = await endOldAccess(tx, id, null);
  await deleteTokens(tx, id, 'email_verification');
  const since = { keysAndProviders: changedAt, factors: changedAt };
  const ended = await endOtherWaysIn(tx, before, since, now);
  const twoFactorEnabled = before.twoFactorEnabled && !ended.twoFactorEnded;
  const user = { ...before, email, emailVerifiedAt: now, twoFactorEnabled, updatedAt: now };
  await record(tx, origin, {
    action: 'SECURITY_EMAIL_CHANGE_UNDONE',
    user,
    metadata: { from: before.email, to: email, sessionsRevoked: sessions, ...ended, passwordCleared },
  });
  const undone = { actor: user, reason: 'email_change_undone', since: changedAt } as const;
  await dropInvites(tx, user, undone, origin);
  // Otherwise, someone could move their account to a stranger's address and return with what the stranger was granted.
  if (standing) {
    await lowerMembership(tx, user, standing, origin);
    await lowerRoles(tx, id, standing, now);
  }
  const metadata = { reason: 'email_change_undone', sessions, rememberMeSeries: series };
  if (sessions + series > 0)
    await record(tx, origin, { action: 'SECURITY_ALL_SESSIONS_REVOKED', user, metadata });
  mailReset(context, tx, user);
}

import { isLeaving } from '../../identity/accounts/deletion-store.ts';
import { cancelPending, findUndo, type Undo, useUndo } from '../../identity/accounts/email-change-store.ts';
import { isEmailTaken, type UserRow } from '../../identity/accounts/user-store.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { endAllAccess } from '../../identity/credentials/end-access.ts';
import { clearPassword } from '../../identity/credentials/password-store.ts';
import { endOtherWaysIn } from '../../identity/credentials/ways-in.ts';
import {
  dropInvitesEverywhere,
  endKeys,
  lockWithOrganizations,
} from '../../identity/memberships/memberships.ts';
import { cancelDeletionOf } from '../../identity/recovery/deletion.ts';
import { moveAddress } from '../../identity/recovery/email-change.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { lockAddresses } from '../../records/email/address-store.ts';
import { mailReset } from './reset-password.ts';

export type Undone = 'canceled' | 'restored' | 'nothing';

/** Works whatever the address is now, as long as the account is active or its deletion can be canceled. */
export async function undoEmailChange(
  context: OpenContext,
  { token }: { token: string },
): Promise<Undone | Refusal<'TOKEN_INVALID'>> {
  const { deps, origin } = context;
  const hash = sha256(token);
  const found = await findUndo(deps.sql, hash, origin.now);
  if (!found) return refuse('TOKEN_INVALID');
  return transact(deps, async (tx) => {
    const user = await lockWithOrganizations(tx, found.userId, origin.now);
    const leaving = user !== undefined && (await isLeaving(tx, user.id));
    if (!user || !(user.isActive || leaving)) return refuse('TOKEN_INVALID');
    await lockAddresses(tx, [user.email, found.email]);
    // Read again: the account may just have changed its address.
    const undo = await findUndo(tx, hash, origin.now);
    if (!undo || (leaving && !undo.movedAt)) return refuse('TOKEN_INVALID');
    // The address was reserved for this; if another account has it anyway, that account keeps it.
    if (undo.movedAt && (await isEmailTaken(tx, undo.email, origin.now, user.id)))
      return refuse('TOKEN_INVALID');
    if (!(await useUndo(tx, hash, origin.now))) return refuse('TOKEN_INVALID');
    if (!undo.movedAt) return (await cancelPending(tx, user.id, undo.changeHash)) ? 'canceled' : 'nothing';
    await putBack(context, tx, user, undo);
    return 'restored';
  });
}

/** Closes everything that a thief may have opened since; the owner starts over from the mailbox alone. */
async function putBack(context: OpenContext, tx: Tx, seen: UserRow, undo: Undo): Promise<void> {
  const { origin } = context;
  const { now } = origin;
  const { id } = seen;
  const before = (await cancelDeletionOf(tx, seen, { reason: 'email_change_undone' }, origin)) ?? seen;
  const { email, requestedAt } = undo;
  const passwordCleared = await clearPassword(tx, id, requestedAt, now);
  const ending = { reason: 'email_change_undone', actor: before } as const;
  const sessionsRevoked = await endAllAccess(tx, before, ending, origin);
  const ended = await endOtherWaysIn(tx, before, requestedAt, now);
  const moved = await moveAddress(tx, before, { email, verifiedAt: now, now });
  const user = { ...moved, twoFactorEnabled: before.twoFactorEnabled && !ended.twoFactorEnded };
  await record(tx, origin, {
    action: 'SECURITY_EMAIL_CHANGE_UNDONE',
    user,
    metadata: { from: before.email, to: email, sessionsRevoked, ...ended, passwordCleared },
  });
  const undone = { actor: user, reason: 'email_change_undone', since: requestedAt } as const;
  await dropInvitesEverywhere(tx, user.id, undone, origin);
  await endKeys(tx, { makerId: id, since: requestedAt }, undone, origin);
  mailReset(context, tx, user, { reclaims: false });
}

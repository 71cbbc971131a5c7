import { type ActorContext, actorOf } from '../../identity/caller/caller.ts';
import { dropBackupCodes } from '../../identity/credentials/backup-code-store.ts';
import { endPasswordSessions } from '../../identity/credentials/end-access.ts';
import { deletePasskeys } from '../../identity/credentials/passkey-store.ts';
import { endTwoFactor } from '../../identity/credentials/two-factor.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { record } from '../../records/audit/record.ts';
import { lockTarget } from '../users/status.ts';
import { mailTwoFactorChange } from './enroll.ts';
import { mayReset } from './manage.ts';

type ResetRefusal = Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'TWO_FACTOR_NOT_ENABLED' | 'OWN_ACCOUNT'>;

/** Removes a user's two-factor and passkeys, and ends every session. */
export async function resetTwoFactor(
  context: ActorContext,
  { id }: { id: string },
): Promise<ResetRefusal | undefined> {
  const { deps, caller, origin } = context;
  if (!mayReset(caller, id)) return refuse('OWN_ACCOUNT');
  const user = actorOf(caller);
  return transact(deps, async (tx) => {
    const target = await lockTarget(context, tx, id);
    if (isRefusal(target)) return target;
    const passkeysRemoved = await endFactors(tx, target.id, origin.now);
    if (passkeysRemoved === undefined) return refuse('TWO_FACTOR_NOT_ENABLED');
    const after = { ...target, twoFactorEnabled: false, updatedAt: origin.now };
    await record(tx, origin, {
      action: 'ADMIN_2FA_RESET',
      user,
      ...aboutUser(after),
      metadata: {
        adminUserId: user?.id ?? null,
        targetUserId: target.id,
        ...(passkeysRemoved > 0 && { passkeysRemoved }),
      },
    });
    await endPasswordSessions(tx, after, { reason: 'two_factor_reset', actor: user }, origin);
    const mail = { type: 'two_factor_disabled', at: origin.now, byAdmin: true, passkeysRemoved } as const;
    await mailTwoFactorChange(deps, tx, target, mail);
    return undefined;
  });
}

/** Returns how many passkeys were removed. Undefined if there were neither passkeys nor two-factor. */
async function endFactors(tx: Db, userId: string, now: Date): Promise<number | undefined> {
  const passkeys = await deletePasskeys(tx, userId, {});
  const ended = await endTwoFactor(tx, userId, now);
  if (!ended && passkeys === 0) return undefined;
  await dropBackupCodes(tx, userId);
  return passkeys;
}

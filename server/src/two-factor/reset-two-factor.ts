import { dropBackupCodes } from '../accounts/backup-code-store.ts';
import { endTwoFactor } from '../accounts/end-two-factor.ts';
import { deletePasskeys } from '../accounts/passkey-store.ts';
import { deletePendingLogins } from '../accounts/pending-login-store.ts';
import { deleteSessions } from '../accounts/session-store.ts';
import { record } from '../audit/record.ts';
import { type ActorContext, actorOf } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { aboutUser } from '../users/about-user.ts';
import { lockTarget } from '../users/lock-target.ts';
import { mailTwoFactorChange } from './mail-two-factor-change.ts';
import { mayReset } from './policy.ts';

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
    const { sessions, series } = await deleteSessions(tx, target.id);
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
    const ended = { reason: 'two_factor_reset', sessions, rememberMeSeries: series };
    if (sessions + series > 0)
      await record(tx, origin, {
        action: 'SECURITY_ALL_SESSIONS_REVOKED',
        user,
        ...aboutUser(after, ended),
      });
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
  await deletePendingLogins(tx, userId);
  return passkeys;
}

import { confirmBackupCodes } from '../accounts/backup-code-store.ts';
import { isLive } from '../accounts/session-store.ts';
import { enable, findTwoFactor } from '../accounts/two-factor-store.ts';
import { lockUser, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { endOtherSessions } from '../caller/end-other-sessions.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { mailTwoFactorChange } from './mail-two-factor-change.ts';
import { matchTotp } from './totp.ts';

/**
 * The first code proves that the authenticator has the secret. A wrong one may be tried again as often as the rate
 * limit allows: the caller was shown the secret, so there is nothing to guess.
 */
export function verifyTwoFactor(
  context: Context,
  { code }: { code: string },
): Promise<UserRow | Refusal<'UNAUTHENTICATED' | 'TWO_FACTOR_NOT_PENDING' | 'TWO_FACTOR_CODE_INVALID'>> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const user = await lockUser(tx, caller.user.id, origin.now);
    if (!(await isLive(tx, caller))) return refuse('UNAUTHENTICATED');
    const sealedSecret =
      user && !user.twoFactorEnabled && (await findTwoFactor(tx, user.id))?.twoFactorSecret;
    if (!user || !sealedSecret) return refuse('TWO_FACTOR_NOT_PENDING');
    const change = { userId: user.id, sealedSecret, now: origin.now };
    const step = matchTotp(deps.dataKeys, { ...change, code });
    if (step === undefined || !(await enable(tx, { ...change, step }))) {
      const metadata = { during: 'setup', reason: 'wrong_code' };
      await record(tx, origin, { action: 'AUTH_2FA_FAILURE', user, metadata });
      return refuse('TWO_FACTOR_CODE_INVALID');
    }
    const after = { ...user, twoFactorEnabled: true, updatedAt: origin.now };
    await record(tx, origin, { action: 'AUTH_2FA_ENABLED', user: after });
    await confirmBackupCodes(tx, user.id, origin.now);
    await endOtherSessions(context, tx, after, 'two_factor_enabled');
    await mailTwoFactorChange(deps, tx, user, { type: 'two_factor_enabled', at: origin.now });
    return after;
  });
}

import { endTwoFactor } from '../accounts/end-two-factor.ts';
import { deleteSessions } from '../accounts/session-store.ts';
import { findUserByEmail, lockUser } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Caller } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { fromCommandLine, type Origin } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { aboutUser } from '../users/about-user.ts';
import { lockTarget } from '../users/lock-target.ts';
import { mailTwoFactor } from './notice.ts';
import { mayReset } from './policy.ts';

type ResetRefusal = Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'TWO_FACTOR_NOT_ENABLED' | 'OWN_ACCOUNT'>;

/** Takes a user's two-factor away, and every session with it. Without an admin it is whoever runs the service. */
export async function resetTwoFactor(
  deps: Deps,
  targetId: string,
  admin: Caller | null,
  origin: Origin,
): Promise<ResetRefusal | undefined> {
  if (admin && !mayReset(admin, targetId)) return refuse('OWN_ACCOUNT');
  return transact(deps, async (tx) => {
    const target = admin
      ? await lockTarget({ caller: admin, origin }, tx, targetId)
      : ((await lockUser(tx, targetId, origin.now)) ?? refuse('NOT_FOUND'));
    if (isRefusal(target)) return target;
    if (!(await endTwoFactor(tx, target.id, origin.now))) return refuse('TWO_FACTOR_NOT_ENABLED');
    const { sessions, series } = await deleteSessions(tx, target.id);
    const user = admin?.user ?? null;
    await record(tx, origin, {
      action: 'ADMIN_2FA_RESET',
      user,
      organizationId: target.organizationId,
      metadata: { adminUserId: user?.id ?? null, targetUserId: target.id },
    });
    const ended = { reason: 'two_factor_reset', sessions, rememberMeSeries: series };
    if (sessions + series > 0)
      await record(tx, origin, {
        action: 'SECURITY_ALL_SESSIONS_REVOKED',
        user,
        ...aboutUser(target, ended),
      });
    await mailTwoFactor(deps, tx, target, { type: 'two_factor_disabled', at: origin.now, byAdmin: true });
    return undefined;
  });
}

/** `latchkey user reset-2fa`. The fault in words when there is nothing to reset. */
export async function resetTwoFactorByEmail(deps: Deps, email: string): Promise<string | undefined> {
  const now = deps.clock.now();
  const user = await findUserByEmail(deps.sql, email, now);
  if (!user) return `There is no account with the email ${email}.`;
  const refused = await resetTwoFactor(deps, user.id, null, fromCommandLine(now));
  return refused && `${email} has no two-factor authentication.`;
}

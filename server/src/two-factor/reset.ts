import { type Origin, record } from '../audit/record.ts';
import { deleteSessions } from '../auth/session-store.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { findUserByEmail, lockUser, type UserRow } from '../users/store.ts';
import { endTwoFactor } from './end.ts';
import { mailTwoFactor } from './notice.ts';
import { mayReset } from './policy.ts';

type ResetRefusal = Refusal<'NOT_FOUND' | 'TWO_FACTOR_NOT_ENABLED' | 'OWN_ACCOUNT'>;

/** Takes a user's two-factor away, and every session with it. Without an admin it is whoever runs the service. */
export async function resetTwoFactor(
  deps: Deps,
  targetId: string,
  admin: UserRow | null,
  origin: Origin,
): Promise<ResetRefusal | undefined> {
  if (admin && !mayReset(admin.id, targetId)) return refuse('OWN_ACCOUNT');
  return transact(deps, async (tx) => {
    const target = await lockUser(tx, targetId, origin.now);
    if (!target) return refuse('NOT_FOUND');
    if (!(await endTwoFactor(tx, target.id, origin.now))) return refuse('TWO_FACTOR_NOT_ENABLED');
    const { sessions, series } = await deleteSessions(tx, target.id);
    const metadata = { adminUserId: admin?.id ?? null, targetUserId: target.id };
    await record(tx, origin, { action: 'ADMIN_2FA_RESET', user: admin, metadata });
    if (sessions + series > 0)
      await record(tx, origin, {
        action: 'SECURITY_ALL_SESSIONS_REVOKED',
        user: target,
        metadata: { reason: 'two_factor_reset', sessions, rememberMeSeries: series },
      });
    await mailTwoFactor(deps, tx, target, { type: 'two_factor_disabled', at: origin.now, byAdmin: true });
    return undefined;
  });
}

/** `latchkey user reset-2fa`. The fault in words when there is nothing to reset. */
export async function resetTwoFactorByEmail(deps: Deps, email: string): Promise<string | undefined> {
  const now = deps.clock.now();
  const user = await findUserByEmail(deps.sql, email, now);
  const origin = { ipAddress: null, userAgent: null, now };
  const refused = user ? await resetTwoFactor(deps, user.id, null, origin) : refuse('NOT_FOUND');
  if (!isRefusal(refused)) return undefined;
  return refused.refused === 'NOT_FOUND'
    ? `There is no account with the email ${email}.`
    : `${email} has no two-factor authentication.`;
}

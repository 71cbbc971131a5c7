import { findOverdueSetAside, takeOverdueSetAside } from '../accounts/email-undo-store.ts';
import { endFactors } from '../accounts/end-other-ways-in.ts';
import { lockUser } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Tx } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { mailUser } from '../email/mail-user.ts';
import { bySystem } from '../origin.ts';

/** Finishes reclaiming: these accounts can't return to the address that their old factors were set aside for. */
export async function endSetAside(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (const userId of await findOverdueSetAside(deps.sql, now))
    try {
      await transact(deps, (tx) => endFactorsOf(deps, tx, userId, now));
    } catch (error) {
      deps.log.warn(
        { err: error, userId },
        'ending factors that were set aside failed; it will be retried later',
      );
    }
}

async function endFactorsOf(deps: Deps, tx: Tx, userId: string, now: Date): Promise<void> {
  const user = await lockUser(tx, userId, now);
  const before = user && (await takeOverdueSetAside(tx, userId, now));
  if (!before) return;
  const ended = await endFactors(tx, user, { before }, now);
  if (!ended.twoFactorEnded && !ended.passkeysRemoved) return;
  const after = { ...user, twoFactorEnabled: user.twoFactorEnabled && !ended.twoFactorEnded };
  const metadata = { apiKeysRevoked: 0, providersUnlinked: 0, ...ended, reason: 'undo_expired' };
  await record(tx, bySystem(now), { action: 'SECURITY_ACCOUNT_RECLAIMED', user: after, metadata });
  // If the account has moved on since, nobody at its address knows what this is about. Deactivated users get no mail.
  if (!user.isActive || !user.emailVerifiedAt) return;
  const link = `${deps.config.baseUrl}/profile/security`;
  await mailUser(deps, tx, user, { type: 'security_alert', reason: 'factors_ended', link });
}

import { endOldAccess } from '../accounts/change-password.ts';
import type { LoginGrant, LoginOptions } from '../accounts/complete-login.ts';
import { type EmailCodeRow, useEmailCode } from '../accounts/email-code-store.ts';
import { type Wrong, wrong } from '../accounts/guess-secret.ts';
import { type PendingLogin, passFirstFactor } from '../accounts/pass-first-factor.ts';
import { clearPassword } from '../accounts/password-store.ts';
import { asksSecondFactor } from '../accounts/second-factor.ts';
import { lockUser, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { markVerified } from '../auth/mark-verified.ts';
import { isProven, reclaim } from '../auth/reclaim.ts';
import type { OpenContext } from '../caller/caller.ts';
import type { Tx } from '../db/sql.ts';
import { mailUser } from '../email/mail-user.ts';

/** Someone who can read the mailbox has passed the first factor. One conditional delete spends the code. */
export async function passMailbox(
  context: OpenContext,
  tx: Tx,
  row: EmailCodeRow,
  options: LoginOptions,
): Promise<LoginGrant | PendingLogin | Wrong> {
  const { deps, origin } = context;
  const user = await lockUser(tx, row.userId, origin.now);
  if (!user?.isActive || user.email !== row.email) return wrong('void_code');
  if (!(await useEmailCode(tx, row, origin.now))) return wrong('used_code');
  // Someone who also has the second factor is the one who set the account up.
  if (!(await asksSecondFactor(deps.config, tx, user))) await claim(context, tx, user);
  const current = await lockUser(tx, user.id, origin.now);
  return passFirstFactor(context, tx, current ?? user, options);
}

/**
 * Nobody had proven this address until now: everything others could use to open the account ends, including the
 * password. Otherwise, someone could register a stranger's address, wait for its owner to arrive, and then read along.
 */
async function claim(context: OpenContext, tx: Tx, user: UserRow): Promise<void> {
  const { deps, origin } = context;
  if (await isProven(tx, user)) return;
  const passwordCleared = await clearPassword(tx, user.id, null, origin.now);
  const { sessions, series } = await endOldAccess(tx, user.id, null);
  await reclaim(tx, user, origin, { passwordCleared });
  const metadata = { reason: 'email_code', sessions, rememberMeSeries: series };
  if (sessions + series > 0)
    await record(tx, origin, { action: 'SECURITY_ALL_SESSIONS_REVOKED', user, metadata });
  await markVerified(tx, user, origin);
  const link = `${deps.config.baseUrl}/profile/security`;
  if (passwordCleared)
    await mailUser(deps, tx, user, { type: 'security_alert', reason: 'address_claimed', link });
}

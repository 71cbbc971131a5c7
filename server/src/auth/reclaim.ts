import { findProvenChange, takeReclaim } from '../accounts/email-undo-store.ts';
import { endOtherWaysIn } from '../accounts/end-other-ways-in.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
import type { RequestOrigin } from '../origin.ts';

/** Whether somebody had proven the address before. Where an undo put it back unproven, it is so for one answer. */
export async function isProven(tx: Db, user: UserRow): Promise<boolean> {
  return user.emailVerifiedAt !== null && !(await takeReclaim(tx, user.id));
}

/**
 * Nobody had proven this address: whoever set the account up need not be its owner, and keeps no way in. Two-factor
 * and passkeys from before the account left a verified address stay as long as that can be put back. Otherwise a stolen
 * session would get rid of them, by changing the email and resetting the password there.
 */
export async function reclaim(
  tx: Db,
  user: UserRow,
  origin: RequestOrigin,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { now } = origin;
  const since = { keysAndProviders: null, factors: await findProvenChange(tx, user.id, now) };
  const ended = await endOtherWaysIn(tx, user, since, now);
  const reclaimed = { ...user, twoFactorEnabled: user.twoFactorEnabled && !ended.twoFactorEnded };
  const metadata = { ...ended, ...more };
  await record(tx, origin, { action: 'SECURITY_ACCOUNT_RECLAIMED', user: reclaimed, metadata });
}

import { setAsideFactors, takeReclaim } from '../accounts/email-undo-store.ts';
import { endOtherWaysIn } from '../accounts/end-other-ways-in.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
import type { RequestOrigin } from '../origin.ts';

/** Whether anyone had proven the address before. If an undo restored it unproven, the answer is no, once. */
export async function isProven(tx: Db, user: UserRow): Promise<boolean> {
  const isOwed = await takeReclaim(tx, user.id);
  return user.emailVerifiedAt !== null && !isOwed;
}

/**
 * Nobody had proven this address: the person who set up the account may not be its owner, and keeps no way in.
 * Two-factor and passkeys from before the account left a verified address are only set aside while that address can be
 * restored: they are still asked for, but open nothing alone, and end afterward. If they ended at once, someone with a
 * stolen session could get rid of them by changing the email and resetting the password there.
 */
export async function reclaim(
  tx: Db,
  user: UserRow,
  origin: RequestOrigin,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { now } = origin;
  const since = { keysAndProviders: null, factors: await setAsideFactors(tx, user, now) };
  const ended = await endOtherWaysIn(tx, user, since, now);
  const reclaimed = { ...user, twoFactorEnabled: user.twoFactorEnabled && !ended.twoFactorEnded };
  const metadata = { ...ended, ...more };
  await record(tx, origin, { action: 'SECURITY_ACCOUNT_RECLAIMED', user: reclaimed, metadata });
}

import type { Db } from '../db/sql.ts';
import { deleteConsents } from './application-grant-store.ts';
import { dropBackupCodes } from './backup-code-store.ts';
import { endTwoFactor } from './end-two-factor.ts';
import { deleteAccounts, revokeKeys } from './other-ways-in-store.ts';
import { deletePasskeys } from './passkey-store.ts';
import type { Age } from './two-factor-store.ts';
import type { UserRow } from './user-store.ts';

/** What was ended, as the audit trail records it. */
export type EndedWaysIn = { apiKeysRevoked: number; providersUnlinked: number } & EndedFactors;
type EndedFactors = { twoFactorEnded: boolean; passkeysRemoved?: number };

/** Null means any age. */
type Since = { keysAndProviders: Date | null; factors: Date | null };

/**
 * Ends everything that lets someone in, or keeps them out, apart from the password. Runs in a transaction that holds
 * the user's row.
 */
export async function endOtherWaysIn(tx: Db, user: UserRow, since: Since, now: Date): Promise<EndedWaysIn> {
  await deleteConsents(tx, user.id, since.keysAndProviders);
  const apiKeysRevoked = await revokeKeys(tx, user.id, since.keysAndProviders, now);
  const providersUnlinked = await deleteAccounts(tx, user.id, since.keysAndProviders);
  // This also ends an unfinished setup, although that kept nobody out.
  const ended = await endFactors(tx, user, { since: since.factors }, now);
  return { apiKeysRevoked, providersUnlinked, ...ended };
}

/** Ends the passkeys, two-factor and backup codes of this age. */
export async function endFactors(tx: Db, user: UserRow, age: Age, now: Date): Promise<EndedFactors> {
  const passkeysRemoved = await deletePasskeys(tx, user.id, age);
  const ended = await endTwoFactor(tx, user.id, now, age);
  await dropBackupCodes(tx, user.id, age);
  return { twoFactorEnded: ended && user.twoFactorEnabled, ...(passkeysRemoved > 0 && { passkeysRemoved }) };
}

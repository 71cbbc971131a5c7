import type { Db } from '../db/sql.ts';
import { dropBackupCodes } from './backup-code-store.ts';
import { deletePendingLogins } from './pending-login-store.ts';
import { type Age, clearTwoFactor } from './two-factor-store.ts';

/**
 * Removes two-factor and everything that depends on it: the secret, logins waiting for a code, and the backup
 * codes unless a passkey needs them. False if there was none.
 */
export async function endTwoFactor(tx: Db, userId: string, now: Date, age: Age = {}): Promise<boolean> {
  if (!(await clearTwoFactor(tx, userId, now, age))) return false;
  await dropBackupCodes(tx, userId);
  await deletePendingLogins(tx, userId);
  return true;
}

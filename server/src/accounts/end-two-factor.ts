import type { Db } from '../db/sql.ts';
import { deleteBackupCodes } from './backup-code-store.ts';
import { deletePendingLogins } from './pending-login-store.ts';
import { clearTwoFactor } from './two-factor-store.ts';

/** Two-factor with all that hangs on it: the secret, the codes, and logins that wait for one. False: there was none. */
export async function endTwoFactor(
  tx: Db,
  userId: string,
  now: Date,
  since: Date | null = null,
): Promise<boolean> {
  if (!(await clearTwoFactor(tx, userId, now, since))) return false;
  await deleteBackupCodes(tx, userId);
  await deletePendingLogins(tx, userId);
  return true;
}

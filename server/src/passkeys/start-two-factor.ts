import { storeBackupCodes } from '../accounts/backup-code-store.ts';
import { newBackupCodes } from '../accounts/backup-codes.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { isAskedOf } from '../accounts/second-factor.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { endOtherSessions } from '../caller/end-other-sessions.ts';
import type { Db } from '../db/sql.ts';
import type { Refusal } from '../refusal.ts';

export type BackupCodes = NonNullable<Awaited<ReturnType<typeof newBackupCodes>>>;

/** Codes for the first passkey of someone who must have two-factor. Ten hashes, outside any transaction. */
export async function backupCodesFor({
  deps,
  caller,
  origin,
}: Context): Promise<BackupCodes | Refusal<'OVERLOADED'> | undefined> {
  if (caller.user.passkeyCount > 0 || !isAskedOf(deps.config, caller)) return undefined;
  const lane = laneOf('session', caller.user.id, origin);
  return (await newBackupCodes(deps, caller.user.id, lane)) ?? overloaded(deps, lane);
}

/** From now on, this user has a second factor: whatever a password alone opened elsewhere ends. */
export async function startTwoFactor(
  context: Context,
  tx: Db,
  user: UserRow,
  codes: BackupCodes | undefined,
): Promise<string[] | undefined> {
  const { origin } = context;
  if (!codes) return undefined;
  await storeBackupCodes(tx, user.id, codes.kept, { now: origin.now, pending: false });
  if (user.twoFactorEnabled) await record(tx, origin, { action: 'AUTH_2FA_BACKUP_REGENERATED', user });
  else await endOtherSessions(context, tx, user, 'passkey_registered');
  return codes.shown;
}

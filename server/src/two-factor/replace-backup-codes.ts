import { storeBackupCodes } from '../accounts/backup-code-store.ts';
import { newBackupCodes } from '../accounts/backup-codes.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { type CodeRefusal, useOwnCode } from './use-own-code.ts';

/** Replaces all backup codes, used or not, with ten new ones. */
export function replaceBackupCodes(
  context: Context,
  { code }: { code: string },
): Promise<string[] | CodeRefusal> {
  const { deps, caller, origin } = context;
  const { user } = caller;
  const lane = laneOf('session', user.id, origin);
  return useOwnCode(context, {
    code,
    during: 'backup_codes',
    prepare: async () => (await newBackupCodes(deps, user.id, lane)) ?? overloaded(deps, lane),
    async allow(tx, codes) {
      await storeBackupCodes(tx, user.id, codes.kept, { now: origin.now, pending: false });
      await record(tx, origin, { action: 'AUTH_2FA_BACKUP_REGENERATED', user });
      return codes.shown;
    },
  });
}

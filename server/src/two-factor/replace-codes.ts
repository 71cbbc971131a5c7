import { storeBackupCodes } from '../accounts/backup-code-store.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { record } from '../audit/record.ts';
import type { Caller } from '../caller/caller.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { newBackupCodes } from './backup-codes.ts';
import { type CodeRefusal, useOwnCode } from './own-code.ts';

/** Ten new backup codes instead of the ten before, used or not. */
export async function replaceBackupCodes(
  deps: Deps,
  caller: Caller,
  code: string,
  origin: RequestOrigin,
): Promise<string[] | CodeRefusal> {
  const { user } = caller;
  const lane = laneOf('session', user.id, origin);
  return useOwnCode(
    deps,
    user,
    {
      code,
      during: 'backup_codes',
      // For a right code only.
      prepare: async () => (await newBackupCodes(deps, user.id, lane)) ?? overloaded(deps, lane),
      async allow(tx, codes) {
        await storeBackupCodes(tx, user.id, codes.kept, origin.now);
        await record(tx, origin, { action: 'AUTH_2FA_BACKUP_REGENERATED', user });
        return codes.shown;
      },
    },
    origin,
  );
}

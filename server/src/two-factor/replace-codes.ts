import { record } from '../audit/record.ts';
import { givePlaceBack } from '../auth/attempt-store.ts';
import type { Caller } from '../auth/caller.ts';
import { laneOf } from '../auth/lane.ts';
import { attemptKey } from '../auth/lockout.ts';
import type { RequestOrigin } from '../auth/origin.ts';
import type { Deps } from '../deps.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { storeBackupCodes } from './backup-code-store.ts';
import { newBackupCodes } from './backup-codes.ts';
import { type CodeRefusal, checkOwnCode, spendOwnCode } from './own-code.ts';

/** Ten new backup codes instead of the ten before, used or not. */
export async function replaceBackupCodes(
  deps: Deps,
  caller: Caller,
  code: string,
  origin: RequestOrigin,
): Promise<string[] | CodeRefusal> {
  const { user } = caller;
  const checked = await checkOwnCode(deps, user, code, 'backup_codes', origin);
  if (isRefusal(checked)) return checked;
  const lane = laneOf('session', user.id, origin);
  const codes = await newBackupCodes(deps, user.id, lane);
  if (!codes) {
    await givePlaceBack(deps.sql, attemptKey(user.email), origin.now);
    return refuse('OVERLOADED', { retryAfterSeconds: deps.hasher.retryAfterSeconds(lane) });
  }
  return spendOwnCode(deps, checked, origin, async (tx) => {
    await storeBackupCodes(tx, user.id, codes.kept, origin.now);
    await record(tx, origin, { action: 'AUTH_2FA_BACKUP_REGENERATED', user });
    return codes.shown;
  });
}

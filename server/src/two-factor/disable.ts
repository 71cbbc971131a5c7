import { endTwoFactor } from '../accounts/end-two-factor.ts';
import { record } from '../audit/record.ts';
import type { Caller } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { mailTwoFactor } from './notice.ts';
import { type CodeRefusal, useOwnCode } from './own-code.ts';
import { mayDisable } from './policy.ts';

export async function disableTwoFactor(
  deps: Deps,
  caller: Caller,
  code: string,
  origin: RequestOrigin,
): Promise<CodeRefusal | Refusal<'TWO_FACTOR_REQUIRED_FOR_ADMIN'> | undefined> {
  if (!mayDisable(caller)) return refuse('TWO_FACTOR_REQUIRED_FOR_ADMIN');
  const { user } = caller;
  const allow = async (tx: Db) => {
    await endTwoFactor(tx, user.id, origin.now);
    await record(tx, origin, { action: 'AUTH_2FA_DISABLED', user });
    await mailTwoFactor(deps, tx, user, { type: 'two_factor_disabled', at: origin.now });
    return undefined;
  };
  const prepare = async () => undefined;
  return useOwnCode(deps, user, { code, during: 'disable', prepare, allow }, origin);
}

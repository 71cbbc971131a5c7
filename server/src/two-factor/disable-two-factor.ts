import { endTwoFactor } from '../accounts/end-two-factor.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { mailTwoFactorChange } from './mail-two-factor-change.ts';
import { mayDisable } from './policy.ts';
import { type CodeRefusal, useOwnCode } from './use-own-code.ts';

export async function disableTwoFactor(
  context: Context,
  { code }: { code: string },
): Promise<CodeRefusal | Refusal<'TWO_FACTOR_REQUIRED_FOR_ADMIN'> | undefined> {
  const { deps, caller, origin } = context;
  if (!mayDisable(caller)) return refuse('TWO_FACTOR_REQUIRED_FOR_ADMIN');
  const { user } = caller;
  const prepare = async () => undefined;
  const allow = async (tx: Db) => {
    await endTwoFactor(tx, user.id, origin.now);
    const after = { ...user, twoFactorEnabled: false, updatedAt: origin.now };
    await record(tx, origin, { action: 'AUTH_2FA_DISABLED', user: after });
    await mailTwoFactorChange(deps, tx, user, { type: 'two_factor_disabled', at: origin.now });
    return undefined;
  };
  return useOwnCode(context, { code, during: 'disable', prepare, allow });
}

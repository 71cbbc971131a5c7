import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { type GivenUp, isLastBreakGlassOwner, keepsMeans } from './break-glass-store.ts';

/**
 * Refuses the last OWNER who could get in although single sign-on is required to give up what that takes. Needs a
 * transaction that has locked the user and their organizations.
 */
export async function refuseGivingUp(
  tx: Db,
  config: Config,
  userId: string,
  without: GivenUp,
): Promise<Refusal<'BREAK_GLASS_REQUIRED'> | undefined> {
  if (!config.features.sso || (await keepsMeans(tx, config, userId, without))) return undefined;
  return (await isLastBreakGlassOwner(tx, config, userId)) ? refuse('BREAK_GLASS_REQUIRED') : undefined;
}

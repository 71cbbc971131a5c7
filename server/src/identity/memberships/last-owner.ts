import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { isLastBreakGlassOwner } from '../credentials/break-glass-store.ts';
import { isSoleOwner } from './member-store.ts';

export type LastOwnerRefusal = Refusal<'LAST_OWNER' | 'BREAK_GLASS_REQUIRED'>;

/**
 * Why a member can't go, or lose their rank: an organization needs an active OWNER and, while it requires single sign-on,
 * one who could get in without it. Needs a transaction that has locked the organization.
 */
export async function refuseLastOwner(
  tx: Db,
  config: Config,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<LastOwnerRefusal | undefined> {
  if (await isSoleOwner(tx, organizationId, userId)) return refuse('LAST_OWNER');
  return (await isLastBreakGlassOwner(tx, config, userId, organizationId))
    ? refuse('BREAK_GLASS_REQUIRED')
    : undefined;
}

import type { Tx } from '../../platform/db/sql.ts';
import { lockUser, type UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';
import { type ReclaimedBy, reclaim } from '../memberships/reclaim.ts';
import { recordVerified } from '../recovery/email-change.ts';

/** Reclaims an account for an organization, which vouches that the address is the person's. */
export async function reclaimFor(
  context: OpenContext,
  tx: Tx,
  before: UserRow,
  by: Extract<ReclaimedBy, { organizationId: string }>,
): Promise<{ user: UserRow; deletedOrganization: string | undefined }> {
  const { user, deletedOrganization } = await reclaim(context, tx, before, by);
  const verified = await recordVerified(tx, user, context.origin);
  return { user: (await lockUser(tx, user.id, context.origin.now)) ?? verified, deletedOrganization };
}

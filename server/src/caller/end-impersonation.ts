import { record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import { adminBehind, type Impersonation } from './caller.ts';
import { type Ending, impersonationMs } from './impersonation-policy.ts';
import { clearImpersonation } from './impersonation-store.ts';

/** Gives the session back to its ADMIN. False if it was already given back, by a request that recorded it. */
export async function endImpersonation(
  tx: Db,
  { sessionId, impersonation, ending }: { sessionId: string; impersonation: Impersonation; ending: Ending },
  origin: Origin,
): Promise<boolean> {
  if (!(await clearImpersonation(tx, sessionId, impersonation))) return false;
  const user = adminBehind(impersonation);
  const { targetUserId, targetEmail, targetOrganizationId, startedAt } = impersonation;
  // No matter how late this is noticed, nothing was done as the target after the limit.
  const lastedMs = Math.min(origin.now.getTime() - startedAt.getTime(), impersonationMs);
  await record(tx, origin, {
    action: ending.action,
    user,
    organizationId: targetOrganizationId,
    metadata: {
      adminUserId: user.id,
      targetUserId,
      targetEmail,
      duration: Math.floor(lastedMs / 1000),
      ...('reason' in ending && { reason: ending.reason }),
    },
  });
  return true;
}

import { lifetimes } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import type { SeenUser } from '../accounts/user-store.ts';
import { adminBehind, type Ending, type EndReason, type Holder, type Impersonation, may } from './caller.ts';
import { clearImpersonation } from './impersonation-store.ts';
import { isAdmin, isWithinReach, outranks, reaches } from './policy.ts';

const impersonationMs = lifetimes.impersonationMinutes * 60_000;

type Target = Holder & { user: SeenUser };

/** Never oneself or an ADMIN, through any role; nor, without seeing everyone, a person who also belongs elsewhere. */
export function canBeImpersonated(target: Target, by: Holder): boolean {
  const { id, role, isActive, belongsElsewhere } = target.user;
  const isAnAdmin = role === 'ADMIN' || isAdmin(target);
  return by.user.id !== id && isActive && !isAnAdmin && (isAdmin(by) || !belongsElsewhere);
}

/** Why an impersonation cannot go on. Undefined when it can. */
export function endingOf(
  admin: Holder & { mustSetUpTwoFactor: boolean },
  target: Target | undefined,
  startedAt: Date,
  now: Date,
): Ending | undefined {
  const end = (reason: EndReason): Ending => ({ action: 'ADMIN_IMPERSONATION_END', reason });
  if (now.getTime() - startedAt.getTime() >= impersonationMs)
    return { action: 'ADMIN_IMPERSONATION_EXPIRED' };
  if (!may(admin, 'users:impersonate')) return end('admin_demoted');
  if (admin.mustSetUpTwoFactor) return end('admin_without_two_factor');
  if (!target) return end('target_deleted');
  if (!target.user.isActive) return end('target_deactivated');
  const isElsewhere = target.user.belongsElsewhere && !isAdmin(admin);
  if (isElsewhere || !isWithinReach(admin, target.user) || !outranks(admin, target.user))
    return end('target_out_of_reach');
  const isBelow = canBeImpersonated(target, admin) && reaches(admin, target.permissions);
  return isBelow ? undefined : end('target_promoted');
}

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

/** A minute that has begun counts as a whole one: 60 at the start, never 0. */
export function presentImpersonation(impersonation: Impersonation, now: Date) {
  const { originalUserId, originalEmail, originalRole, startedAt } = impersonation;
  const remainingMs = startedAt.getTime() + impersonationMs - now.getTime();
  return {
    originalUserId,
    originalEmail,
    originalRole,
    startedAt: Math.floor(startedAt.getTime() / 1000),
    minutesRemaining: Math.max(1, Math.ceil(remainingMs / 60_000)),
  };
}

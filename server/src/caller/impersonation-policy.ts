import { lifetimes } from '@latchkey/contract';
import { type Holder, may } from './caller.ts';
import { isAdmin, isWithinReach, reaches } from './policy.ts';

export const impersonationMs = lifetimes.impersonationMinutes * 60_000;

/**
 * Never an ADMIN, through any role, or anyone who may do something the impersonator may not: impersonation
 * must not be a way to gain permissions.
 */
export function mayImpersonate(admin: Holder, target: Holder): boolean {
  if (admin.user.id === target.user.id || !target.user.isActive) return false;
  const isAnAdmin = target.user.role === 'ADMIN' || isAdmin(target);
  return !isAnAdmin && reaches(admin, target.permissions);
}

type EndReason =
  | 'exit'
  | 'logout'
  | 'target_deleted'
  | 'target_deactivated'
  | 'target_promoted'
  | 'target_out_of_reach'
  | 'admin_demoted'
  | 'admin_without_two_factor';

export type Ending =
  | { action: 'ADMIN_IMPERSONATION_EXPIRED' }
  | { action: 'ADMIN_IMPERSONATION_END'; reason: EndReason };

/** Why an impersonation cannot go on. Undefined when it can. */
export function endingOf(
  admin: Holder & { mustSetUpTwoFactor: boolean },
  target: Holder | undefined,
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
  if (!isWithinReach(admin, target.user)) return end('target_out_of_reach');
  return mayImpersonate(admin, target) ? undefined : end('target_promoted');
}

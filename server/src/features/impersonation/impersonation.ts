import { Id, type SystemRole } from '@latchkey/contract';
import { findPermissions } from '../../identity/accounts/permission-store.ts';
import { findSeenUser } from '../../identity/accounts/user-store.ts';
import { type Context, sessionIdOf } from '../../identity/caller/caller.ts';
import { canBeImpersonated, endImpersonation } from '../../identity/caller/impersonation.ts';
import { startImpersonation } from '../../identity/caller/impersonation-store.ts';
import { isWithinReach, refuseReach } from '../../identity/caller/policy.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { record } from '../../records/audit/record.ts';

/** A target who is promoted or deactivated at this very moment is noticed on the next request. */
export async function impersonate(
  { deps, caller, origin }: Context,
  { userId, reason }: { userId: string; reason?: string | undefined },
): Promise<
  | { id: string; email: string; role: SystemRole }
  | Refusal<'NOT_FOUND' | 'CANNOT_IMPERSONATE' | 'PERMISSION_DENIED' | 'VALIDATION_FAILED'>
> {
  if (reason === undefined && deps.config.impersonationReason === 'required')
    return refuse('VALIDATION_FAILED', { details: { reason: ['Required.'] } });
  const from = caller.user.organizationId;
  const user = Id.safeParse(userId).success
    ? await findSeenUser(deps.sql, userId, origin.now, from)
    : undefined;
  if (!isWithinReach(caller, user)) return refuse('NOT_FOUND');
  const sessionId = sessionIdOf(caller);
  const target = { user, permissions: await findPermissions(deps.sql, user.id) };
  if (sessionId === null || !canBeImpersonated(target, caller)) return refuse('CANNOT_IMPERSONATE');
  const refused = refuseReach(caller, target);
  if (refused) return refused;
  const { id, email, role } = user;
  return transact(deps, async (tx) => {
    const start = { sessionId, userId: caller.user.id, target: { id, email }, now: origin.now };
    if (!(await startImpersonation(tx, start))) return refuse('CANNOT_IMPERSONATE');
    await record(tx, origin, {
      action: 'ADMIN_IMPERSONATION_START',
      user: caller.user,
      ...aboutUser(user, { adminUserId: caller.user.id, ...(reason !== undefined && { reason }) }),
    });
    return { id, email, role };
  });
}

export async function exitImpersonation({
  deps,
  caller,
  origin,
}: Context): Promise<Refusal<'NOT_IMPERSONATING'> | undefined> {
  if (caller.kind !== 'session' || !caller.impersonation) return refuse('NOT_IMPERSONATING');
  const { sessionId, impersonation } = caller;
  const ending = { action: 'ADMIN_IMPERSONATION_END', reason: 'exit' } as const;
  const ended = await transact(deps, (tx) =>
    endImpersonation(tx, { sessionId, impersonation, ending }, origin),
  );
  return ended ? undefined : refuse('NOT_IMPERSONATING');
}

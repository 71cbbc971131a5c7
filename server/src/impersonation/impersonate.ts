import { Id, type SystemRole } from '@latchkey/contract';
import { findPermissions } from '../accounts/permission-store.ts';
import { findUser } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { type Context, sessionIdOf } from '../caller/caller.ts';
import { mayImpersonate } from '../caller/impersonation-policy.ts';
import { startImpersonation } from '../caller/impersonation-store.ts';
import { isWithinReach } from '../caller/policy.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutUser } from '../users/about-user.ts';

/** A target who is promoted or deactivated at this very moment is noticed on the next request. */
export async function impersonate(
  { deps, caller, origin }: Context,
  userId: string,
): Promise<{ id: string; email: string; role: SystemRole } | Refusal<'NOT_FOUND' | 'CANNOT_IMPERSONATE'>> {
  const user = Id.safeParse(userId).success ? await findUser(deps.sql, userId, origin.now) : undefined;
  if (!isWithinReach(caller, user)) return refuse('NOT_FOUND');
  const sessionId = sessionIdOf(caller);
  const target = { user, permissions: await findPermissions(deps.sql, user.id) };
  if (sessionId === null || !mayImpersonate(caller, target)) return refuse('CANNOT_IMPERSONATE');
  const { id, email, role } = user;
  return transact(deps, async (tx) => {
    const start = { sessionId, userId: caller.user.id, target: { id, email }, now: origin.now };
    if (!(await startImpersonation(tx, start))) return refuse('CANNOT_IMPERSONATE');
    await record(tx, origin, {
      action: 'ADMIN_IMPERSONATION_START',
      user: caller.user,
      ...aboutUser(user, { adminUserId: caller.user.id }),
    });
    return { id, email, role };
  });
}

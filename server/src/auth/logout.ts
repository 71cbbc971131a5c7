import { deleteSession } from '../accounts/session-store.ts';
import { findUser } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { type Context, impersonationOf, sessionIdOf } from '../caller/caller.ts';
import { endImpersonation } from '../caller/end-impersonation.ts';
import { transact } from '../db/transact.ts';

export function logout({ deps, caller, origin }: Context): Promise<void> {
  return transact(deps, async (tx) => {
    const impersonation = impersonationOf(caller);
    const sessionId = sessionIdOf(caller);
    const ending = { action: 'ADMIN_IMPERSONATION_END', reason: 'logout' } as const;
    if (impersonation && sessionId) await endImpersonation(tx, { sessionId, impersonation, ending }, origin);
    // Whoever is being impersonated, it is the ADMIN who signs out. A deleted ADMIN has no session left to end.
    const user = impersonation ? await findUser(tx, impersonation.originalUserId, origin.now) : caller.user;
    if (!user) return;
    const { series } = await deleteSession(tx, user.id, sessionId ?? '');
    await record(tx, origin, { action: 'AUTH_LOGOUT', user, metadata: { sessionId } });
    if (series > 0)
      await record(tx, origin, { action: 'AUTH_REMEMBER_ME_REVOKED', user, metadata: { reason: 'logout' } });
  });
}

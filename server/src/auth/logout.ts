import { deleteSession } from '../accounts/session-store.ts';
import { record } from '../audit/record.ts';
import { adminBehind, type Context, impersonationOf, sessionIdOf } from '../caller/caller.ts';
import { endImpersonation } from '../caller/end-impersonation.ts';
import { transact } from '../db/transact.ts';

export function logout({ deps, caller, origin }: Context): Promise<void> {
  return transact(deps, async (tx) => {
    const impersonation = impersonationOf(caller);
    const sessionId = sessionIdOf(caller);
    // Whoever the session speaks for, it is the ADMIN who leaves.
    const user = impersonation ? adminBehind(impersonation) : caller.user;
    const ending = { action: 'ADMIN_IMPERSONATION_END', reason: 'logout' } as const;
    if (impersonation && sessionId) await endImpersonation(tx, { sessionId, impersonation, ending }, origin);
    const { series } = await deleteSession(tx, user.id, sessionId ?? '');
    await record(tx, origin, { action: 'AUTH_LOGOUT', user, metadata: { sessionId } });
    if (series > 0)
      await record(tx, origin, { action: 'AUTH_REMEMBER_ME_REVOKED', user, metadata: { reason: 'logout' } });
  });
}

import type { Session } from '@latchkey/contract';
import type { z } from 'zod';
import { describeDevice } from '../accounts/devices.ts';
import { deleteSession, deleteSessions, listSessions } from '../accounts/session-store.ts';
import { record } from '../audit/record.ts';
import { adminBehind, type Caller, impersonationOf, sessionIdOf } from '../caller/caller.ts';
import { endImpersonation } from '../caller/end-impersonation.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';

export async function sessionsOf(deps: Deps, caller: Caller, now: Date): Promise<z.infer<typeof Session>[]> {
  await deps.lastUse.sessions.flush();
  const rows = await listSessions(deps.sql, caller.user.id, now);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionIdOf(caller),
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    device: describeDevice(row.userAgent),
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

export function logout(deps: Deps, caller: Caller, origin: RequestOrigin): Promise<void> {
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

export function revokeSession(
  deps: Deps,
  caller: Caller,
  sessionId: string,
  origin: RequestOrigin,
): Promise<Refusal<'NOT_FOUND'> | undefined> {
  return transact(deps, async (tx) => {
    const { sessions, series } = await deleteSession(tx, caller.user.id, sessionId);
    if (sessions === 0) return refuse('NOT_FOUND');
    await record(tx, origin, {
      action: 'SECURITY_SESSION_REVOKED',
      user: caller.user,
      metadata: { sessionId },
    });
    if (series > 0)
      await record(tx, origin, {
        action: 'AUTH_REMEMBER_ME_REVOKED',
        user: caller.user,
        metadata: { reason: 'session_revoked' },
      });
    return undefined;
  });
}

export function revokeOtherSessions(deps: Deps, caller: Caller, origin: RequestOrigin): Promise<number> {
  return transact(deps, async (tx) => {
    const { sessions, series } = await deleteSessions(tx, caller.user.id, sessionIdOf(caller));
    const metadata = { reason: 'by_user', sessions, rememberMeSeries: series };
    await record(tx, origin, { action: 'SECURITY_ALL_SESSIONS_REVOKED', user: caller.user, metadata });
    return sessions;
  });
}

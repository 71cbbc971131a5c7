import type { Session } from '@latchkey/contract';
import type { z } from 'zod';
import { findUser } from '../../identity/accounts/user-store.ts';
import { type Context, connectionOf, impersonationOf, sessionIdOf } from '../../identity/caller/caller.ts';
import { checkOf } from '../../identity/caller/check.ts';
import { endImpersonation, presentImpersonation } from '../../identity/caller/impersonation.ts';
import { type PersonalRefusal, refusePersonal } from '../../identity/caller/own-proof.ts';
import { isAdmin, pendingEmailOf, shownToSelf } from '../../identity/caller/policy.ts';
import { endSessions } from '../../identity/credentials/end-access.ts';
import {
  deleteSession,
  findLiveSessions,
  isBegunBy,
  type SessionRow,
} from '../../identity/sessions/session-store.ts';
import { describeDevice } from '../../identity/sign-in/devices.ts';
import { transact } from '../../platform/db/transact.ts';
import { readCurrent } from '../../platform/db/write-behind.ts';
import { inEnglish, type Told } from '../../platform/languages/told.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { presentUser } from '../../records/present-user.ts';

/**
 * The caller as they are right now. Browsers also get their session's CSRF token, unless the answer is to be kept: then it
 * says what it depends on.
 */
export async function me(context: Context, { check }: { check?: string | undefined } = {}) {
  const { deps, caller, origin } = context;
  const isKept = check === 'true';
  const isBrowser = caller.kind === 'session' && !isKept;
  const csrfToken = isBrowser ? deps.credentials.csrfToken(caller.sessionId) : undefined;
  const shown = await shownToSelf(context);
  const impersonation = impersonationOf(caller);
  const { blocked, twoFactorDueAt } = caller.verdict;
  return {
    user: presentUser(shown, { forAdmin: isAdmin(caller), rules: deps.config }),
    locale: caller.user.locale,
    pendingEmail: pendingEmailOf(context),
    publicMetadata: caller.publicMetadata ? JSON.parse(caller.publicMetadata) : {},
    organization: caller.organization && {
      ...caller.organization,
      role: caller.user.organizationRole,
      // Not copied: see `serialize-lists.ts`.
      ...(caller.team as { roles: string[]; permissions: string[] }),
    },
    impersonating: impersonation && presentImpersonation(impersonation, origin.now),
    requiresTwoFactorSetup: caller.mustSetUpTwoFactor,
    twoFactorDueAt: twoFactorDueAt?.toISOString(),
    blockedBy: blocked?.code,
    permissions: [...caller.permissions],
    csrfToken,
    apiKey: caller.kind === 'apiKey' ? { permission: caller.keyPermission } : undefined,
    check: isKept ? checkOf(context, shown) : undefined,
  };
}

export function logout({ deps, caller, origin }: Context): Promise<void> {
  return transact(deps, async (tx) => {
    const impersonation = impersonationOf(caller);
    const sessionId = sessionIdOf(caller);
    const ending = { action: 'ADMIN_IMPERSONATION_END', reason: 'logout' } as const;
    if (impersonation && sessionId) await endImpersonation(tx, { sessionId, impersonation, ending }, origin);
    // During an impersonation, it is the ADMIN who signs out. A deleted ADMIN has no session left to end.
    const user = impersonation ? await findUser(tx, impersonation.originalUserId, origin.now) : caller.user;
    if (!user) return;
    const { series } = await deleteSession(tx, user.id, sessionId ?? '');
    await record(tx, origin, { action: 'AUTH_LOGOUT', user, metadata: { sessionId } });
    if (series > 0)
      await record(tx, origin, { action: 'AUTH_REMEMBER_ME_REVOKED', user, metadata: { reason: 'logout' } });
  });
}

/**
 * The identity provider that began the caller's session, while that is all it may reach: the others are the person's own.
 * Null: all of their sessions.
 */
async function reachOf(context: Pick<Context, 'deps' | 'caller'>): Promise<string | null> {
  return (await refusePersonal(context)) ? connectionOf(context.caller) : null;
}

export async function listSessions(
  { deps, caller, origin }: Context,
  tell: (text: Told) => string,
): Promise<z.infer<typeof Session>[]> {
  const reach = await reachOf({ deps, caller });
  const read = () => findLiveSessions(deps.sql, caller.user.id, origin.now, reach);
  const rows = await readCurrent(deps.lastUse.sessions, read, (found) => found);
  return rows.map((row) => presentSession(row, sessionIdOf(caller), tell));
}

export function presentSession(
  row: SessionRow,
  currentId: string | null,
  tell: (text: Told) => string = inEnglish,
): z.infer<typeof Session> {
  return {
    id: row.id,
    current: row.id === currentId,
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    device: tell(describeDevice(row.userAgent)),
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

export async function revokeSession(
  context: Context,
  { id: sessionId }: { id: string },
): Promise<PersonalRefusal | Refusal<'NOT_FOUND'> | undefined> {
  const { deps, caller, origin } = context;
  const { user } = caller;
  const connectionId = connectionOf(caller);
  const isOpen = connectionId !== null && (await isBegunBy(deps.sql, sessionId, connectionId));
  const refused = isOpen ? undefined : await refusePersonal(context);
  if (refused) return refused;
  return transact(deps, async (tx) => {
    const { sessions, series } = await deleteSession(tx, user.id, sessionId);
    if (sessions === 0) return refuse('NOT_FOUND');
    await record(tx, origin, { action: 'SECURITY_SESSION_REVOKED', user, metadata: { sessionId } });
    const metadata = { reason: 'session_revoked' };
    if (series > 0) await record(tx, origin, { action: 'AUTH_REMEMBER_ME_REVOKED', user, metadata });
    return undefined;
  });
}

/** Returns how many it ended. */
export async function revokeOtherSessions(context: Context): Promise<number> {
  const { deps, caller, origin } = context;
  const { user } = caller;
  const connectionId = await reachOf(context);
  const ending = {
    reason: 'by_user',
    actor: user,
    exceptSessionId: sessionIdOf(caller),
    connectionId,
  } as const;
  return transact(deps, (tx) => endSessions(tx, user, ending, origin));
}

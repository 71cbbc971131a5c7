import type { Session, SignInConnection } from '@latchkey/contract';
import type { z } from 'zod';
import { findPermissions } from '../../identity/accounts/permission-store.ts';
import { findSeenUser, findUser, type UserRow } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { refuseReach } from '../../identity/caller/policy.ts';
import { countBackupCodes } from '../../identity/credentials/backup-code-store.ts';
import { endPasswordSessions } from '../../identity/credentials/end-access.ts';
import { deleteSession, findLiveSessions } from '../../identity/sessions/session-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import { snapshot, transact } from '../../platform/db/transact.ts';
import type { Told } from '../../platform/languages/told.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { record } from '../../records/audit/record.ts';
import { refuseUnsolicited, senderOf } from '../../records/email/unsolicited.ts';
import { endedByReset, mailReset } from '../auth/reset-password.ts';
import { presentSession } from '../auth/sessions.ts';
import { findPasskeys } from '../passkeys/passkey-store.ts';
import { presentPasskey } from '../passkeys/passkeys.ts';
import { listLinksOf } from '../personal-data/person-store.ts';
import { listAccounts } from '../social-login/account-store.ts';
import { presentAccount } from '../social-login/present.ts';
import { lockTarget } from '../users/status.ts';

type ReachRefusal = Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>;

async function findTarget({ caller, origin }: Context, db: Db, id: string): Promise<UserRow | ReachRefusal> {
  const user = await findSeenUser(db, id, origin.now, caller.user.organizationId);
  const refused = refuseReach(caller, { user, permissions: await findPermissions(db, id) });
  return refused ?? user ?? refuse('NOT_FOUND');
}

export async function listUserSessions(
  context: Context,
  id: string,
  tell: (text: Told) => string,
): Promise<z.infer<typeof Session>[] | ReachRefusal> {
  const { deps, origin } = context;
  // Last-seen times are written late. This makes the list current.
  await deps.lastUse.sessions.flush();
  const target = await findTarget(context, deps.sql, id);
  if (isRefusal(target)) return target;
  const rows = await findLiveSessions(deps.sql, target.id, origin.now);
  return rows.map((row) => presentSession(row, null, tell));
}

export function revokeUserSession(
  context: Context,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<undefined | ReachRefusal> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const target = await lockTarget(context, tx, id);
    if (isRefusal(target)) return target;
    const ended = await deleteSession(tx, target.id, sessionId);
    if (ended.sessions === 0) return refuse('NOT_FOUND');
    const by = (metadata: object) => ({ user: caller.user, ...aboutUser(target, { ...metadata }) });
    await record(tx, origin, { action: 'SECURITY_SESSION_REVOKED', ...by({ sessionId }) });
    const reason = 'session_revoked';
    if (ended.series > 0) await record(tx, origin, { action: 'AUTH_REMEMBER_ME_REVOKED', ...by({ reason }) });
    return undefined;
  });
}

/** Logins that await a second factor end, too: who holds one may have the password from a thief. */
export function revokeUserSessions(context: Context, id: string): Promise<undefined | ReachRefusal> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const target = await lockTarget(context, tx, id);
    if (isRefusal(target)) return target;
    await endPasswordSessions(tx, target, { reason: 'by_admin', actor: caller.user }, origin);
    return undefined;
  });
}

export async function listSignInMethods(context: Context, userId: string) {
  return snapshot(context.deps.sql, async (tx) => {
    const target = await findTarget(context, tx, userId);
    if (isRefusal(target)) return target;
    const { id, twoFactorEnabled } = target;
    const connections = await listLinksOf(tx, id);
    const found = await findUser(tx, id, context.origin.now);
    return {
      password: found?.passwordHash != null,
      passkeys: (await findPasskeys(tx, id)).map(presentPasskey),
      providers: (await listAccounts(tx, id)).map(presentAccount),
      connections: connections.map(presentConnection),
      twoFactor: { enabled: twoFactorEnabled, backupCodesLeft: await countBackupCodes(tx, id) },
    };
  });
}

function presentConnection({
  createdAt,
  lastSignInAt,
  ...link
}: Awaited<ReturnType<typeof listLinksOf>>[number]): SignInConnection {
  return {
    ...link,
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  };
}

type SendRefusal = ReachRefusal | Refusal<'ACCOUNT_INACTIVE' | 'RATE_LIMITED' | 'UNVERIFIED_RATE_LIMITED'>;

/** The mailbox uses the link, so an ADMIN gains nothing by it. */
export function sendReset(context: Context, id: string): Promise<undefined | SendRefusal> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const target = await lockTarget(context, tx, id);
    if (isRefusal(target)) return target;
    if (!target.isActive) return refuse('ACCOUNT_INACTIVE');
    const limited = await refuseUnsolicited(context, tx, { recipient: target.email });
    if (limited) return limited;
    mailReset(context, tx, target, { ...(await endedByReset(deps, tx, target)), sender: senderOf(context) });
    const action = 'SECURITY_PASSWORD_RESET_REQUESTED';
    tx.send(record(tx, origin, { action, user: caller.user, ...aboutUser(target) }));
    return undefined;
  });
}

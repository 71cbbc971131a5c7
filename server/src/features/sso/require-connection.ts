import { sessionIdOf } from '../../identity/caller/caller.ts';
import { issuerOf } from '../../identity/connections/admit.ts';
import type { ConnectionRow } from '../../identity/connections/connection-store.ts';
import { hasPassed } from '../../identity/connections/test-store.ts';
import { countBreakGlassOwners } from '../../identity/credentials/break-glass-store.ts';
import { keepAsBreakGlass } from '../../identity/sessions/break-glass-session-store.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { SsoContext } from './sso-deps.ts';

export type RequireRefusal = Refusal<'CONNECTION_NOT_TESTED' | 'BREAK_GLASS_REQUIRED'>;

/**
 * Whether the caller may make a connection the only way in: they have just seen it work, their own session goes on, and an
 * OWNER could get in without it. The organization is locked.
 */
export async function requireConnection(
  { deps, caller, origin }: SsoContext,
  tx: Tx,
  connection: ConnectionRow,
): Promise<RequireRefusal | undefined> {
  const { id: connectionId, organizationId } = connection;
  const userId = caller.user.id;
  const tested = issuerOf(connection);
  if (!connection.enabled || !(await hasPassed(tx, { connectionId, userId, tested }, origin.now)))
    return refuse('CONNECTION_NOT_TESTED');
  const sessionId = sessionIdOf(caller);
  if (caller.kind === 'apiKey' || !sessionId) return refuse('BREAK_GLASS_REQUIRED');
  const isByConnection = caller.signIn.connectionId === connectionId;
  if (!isByConnection && !caller.signIn.secondFactor) return refuse('BREAK_GLASS_REQUIRED');
  if ((await countBreakGlassOwners(tx, deps.config, organizationId)) === 0)
    return refuse('BREAK_GLASS_REQUIRED');
  if (!isByConnection) await keepAsBreakGlass(tx, sessionId, organizationId);
  return undefined;
}

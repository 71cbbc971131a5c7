import { type ConnectionTest, lifetimes } from '@latchkey/contract';
import { sessionIdOf } from '../../identity/caller/caller.ts';
import { isInDomains, issuerOf, roleFor } from '../../identity/connections/admit.ts';
import { type ConnectionRow, noteTested } from '../../identity/connections/connection-store.ts';
import { findTest, saveTest } from '../../identity/connections/test-store.ts';
import type { MembershipRefusal } from '../../identity/memberships/memberships.ts';
import { seal, unseal } from '../../platform/crypto/seal.ts';
import { transact } from '../../platform/db/transact.ts';
import { told } from '../../platform/languages/told.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { changeConnection, getConnection, recordConnection } from './connections.ts';
import type { Described } from './oidc-client.ts';
import { type PassingContext, type SsoContext, testPurpose } from './sso-deps.ts';

/** Whether a connection has what a sign-in needs. */
export function isComplete(row: ConnectionRow): boolean {
  return row.kind === 'oidc'
    ? row.issuer !== null && row.clientId !== null
    : row.entityId !== null && row.signInUrl !== null && row.certificates.length > 0;
}

/** Where the browser goes to test a connection, enabled or not. */
export async function testConnection(
  context: SsoContext,
  { id }: { id: string },
): Promise<{ redirectTo: string } | MembershipRefusal | Refusal<'NOT_FOUND' | 'CONNECTION_INVALID'>> {
  const { deps, caller, origin } = context;
  const sessionId = sessionIdOf(caller);
  return changeConnection(context, id, async (_tx, row) => {
    if (!isComplete(row) || !sessionId)
      return refuse('CONNECTION_INVALID', { details: { reason: told('sso.settings.incomplete') } });
    const pass = { connectionId: id, userId: caller.user.id, sessionId };
    const query = new URLSearchParams({ test: deps.sso.tokens.testPass(pass, origin.now) });
    return { redirectTo: `/api/auth/sso/${id}?${query}` };
  });
}

export async function getConnectionTest(
  context: SsoContext,
  { id }: { id: string },
): Promise<ConnectionTest | null | Refusal<'NO_ORGANIZATION' | 'NOT_FOUND'>> {
  const { deps, origin } = context;
  const connection = await getConnection(context, { id });
  if (isRefusal(connection)) return connection;
  const sealed = await findTest(deps.sql, id, origin.now);
  const opened = sealed && unseal(deps.dataKeys.of(testPurpose), sealed);
  return opened ? (JSON.parse(opened.toString()) as ConnectionTest) : null;
}

/** What came back: a person as described, or why there is none. */
export type TestOutcome = {
  described: Described | null;
  reason: string | null;
  received: Record<string, unknown>;
};

/** Keeps what was received. It passed if the message was right and the address is in the connection's domains. */
export async function keepTest(
  context: PassingContext,
  connection: ConnectionRow,
  { described, reason: failed, received }: TestOutcome,
): Promise<void> {
  const { deps, caller, origin } = context;
  if (!caller) return;
  const isAllowed = described?.email && isInDomains(connection, described.email);
  const reason = failed ?? (isAllowed ? null : 'sso_email_not_allowed');
  const passed = reason === null;
  const test: ConnectionTest = {
    passed,
    reason,
    receivedAt: origin.now.toISOString(),
    subject: described?.subject ?? null,
    email: described?.email ?? null,
    firstName: described?.firstName ?? null,
    lastName: described?.lastName ?? null,
    groups: described?.groups ?? null,
    role: described ? roleFor(connection.adminGroups, described.groups) : null,
    received,
  };
  const result = seal(deps.dataKeys.of(testPurpose), Buffer.from(JSON.stringify(test)));
  const expiresAt = new Date(origin.now.getTime() + lifetimes.ssoTestHours * 3_600_000);
  await transact(deps, async (tx) => {
    const tested = issuerOf(connection);
    const kept = { connectionId: connection.id, userId: caller.user.id, tested, passed, result };
    if (!(await saveTest(tx, { ...kept, now: origin.now, expiresAt }))) return;
    if (passed) await noteTested(tx, connection, origin.now);
    const more = { passed, ...(reason && { reason }) };
    await recordConnection(tx, { caller, origin }, connection, { what: 'TESTED', more });
  });
}

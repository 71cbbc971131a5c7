import type { SsoError } from '@latchkey/contract';
import type { UserRow } from '../../identity/accounts/user-store.ts';
import { findOpenConnection, isNotAdmitted } from '../../identity/connections/admit.ts';
import { type ConnectionRow, findConnection } from '../../identity/connections/connection-store.ts';
import { signInVouched } from '../../identity/connections/sign-in-vouched.ts';
import { needsTwoFactorSetup } from '../../identity/credentials/two-factor.ts';
import type { SessionGrant } from '../../identity/sessions/session-grant.ts';
import { equalSecrets } from '../../platform/crypto/credentials.ts';
import { transact, violatedIndex } from '../../platform/db/transact.ts';
import { Unreachable } from '../../platform/outbound/fetch.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { spend } from '../social-login/account-store.ts';
import type { Described } from './oidc-client.ts';
import type { PassingContext } from './sso-deps.ts';
import { oidcSettings } from './start-sso.ts';
import { keepTest, type TestOutcome } from './test-connection.ts';
import type { SsoState, Ticket } from './tokens.ts';

type Callback = {
  id: string;
  search: string;
  state?: string | undefined;
  error?: string | undefined;
  ticket: string | undefined;
};
/** Where the browser goes next, and what it is given to keep. */
type Landing = { url: URL; grant?: SessionGrant };

export async function finishSso(
  context: PassingContext,
  arrival: Callback,
): Promise<Landing | Refusal<'SSO_NOT_AVAILABLE'>> {
  const { deps } = context;
  const seen = await findConnection(deps.sql, arrival.id);
  if (seen?.kind !== 'oidc') return refuse('SSO_NOT_AVAILABLE');
  const started = await takeState(context, arrival);
  if (!started) return failed(context, 'invalid_state');
  const { ticket } = started;
  const connection = ticket.testedBy ? seen : await findOpenConnection(deps.sql, arrival.id);
  if (!connection) return refuse('SSO_NOT_AVAILABLE');
  const outcome = await receivePerson(context, connection, { ...arrival, ...started });
  if (ticket.testedBy) {
    await keepTest(context, connection, outcome);
    return { url: new URL(`${deps.config.baseUrl}/organization/sso?test=${connection.id}`) };
  }
  return signIn(context, connection, { ...outcome, returnTo: ticket.returnTo });
}

type Started = { state: SsoState; ticket: Ticket };

/** Accepts only this browser's state, for this connection, unexpired and unused; a test only in its session. */
async function takeState(
  { deps, caller, origin }: PassingContext,
  arrival: Callback,
): Promise<Started | undefined> {
  const { tokens } = deps.sso;
  const state = arrival.state ? tokens.readState(arrival.id, arrival.state, origin.now) : undefined;
  const ticket = arrival.ticket ? tokens.readTicket(arrival.ticket) : undefined;
  if (!state || !ticket || !equalSecrets(ticket.stateId, state.id)) return undefined;
  if (ticket.testedBy && ticket.testedBy.sessionId !== caller?.sessionId) return undefined;
  return (await spend(deps.sql, state.id, state.expiresAt)) ? { state, ticket } : undefined;
}

const unavailable = ['server_error', 'temporarily_unavailable'];

async function receivePerson(
  { deps }: PassingContext,
  connection: ConnectionRow,
  {
    error,
    search,
    state,
    ticket,
    state: { startedAt, isFresh },
  }: Omit<Callback, 'state' | 'ticket'> & Started,
): Promise<TestOutcome> {
  const nothing = { described: null, received: {} };
  if (error) return { ...nothing, reason: unavailable.includes(error) ? 'sso_unavailable' : 'sso_denied' };
  const { describe, discover, receive } = await import('./oidc-client.ts');
  try {
    const settings = oidcSettings(deps, connection);
    const server = await discover(settings);
    const address = new URL(settings.redirectUri + search);
    const received = await receive(server, address, {
      state: address.searchParams.get('state') ?? '',
      nonce: ticket.nonce,
      codeVerifier: ticket.codeVerifier,
      authenticatedSince: isFresh ? startedAt : undefined,
    });
    const claims = { ...received.userinfo, ...received.idToken };
    return { described: describe(received, connection.attributes), reason: null, received: { claims } };
  } catch (fault) {
    // Never the whole error: the provider's answer, tokens included, may be attached to it.
    const { message, code } = fault as { message?: string; code?: string };
    const connectionId = connection.id;
    deps.log.warn(
      { connectionId, stateId: state.id, error: message, errorCode: code },
      'a sign-in by single sign-on failed',
    );
    return { ...nothing, reason: isUnreachable(fault) ? 'sso_unavailable' : 'sso_failed' };
  }
}

function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Unreachable) return true;
  return false;
}

type Arrived = Pick<TestOutcome, 'described' | 'reason'> & { returnTo: string };

export async function signIn(
  context: PassingContext,
  connection: ConnectionRow,
  { described, reason, returnTo }: Arrived,
): Promise<Landing> {
  const { deps, origin } = context;
  const refused = (reason ?? (described?.email ? null : 'sso_email_not_allowed')) as SsoError | null;
  if (refused || !described?.email) return fail(context, connection, { reason: refused ?? 'sso_failed', returnTo });
  const endsAt = origin.now.getTime() + connection.sessionHours * 3_600_000;
  const vouched = vouchedOf(connection, { ...described, email: described.email }, endsAt);
  try {
    const signedIn = await transact(deps, (tx) => signInVouched(context, tx, connection, vouched));
    if (isNotAdmitted(signedIn)) return fail(context, connection, { reason: signedIn.failed, returnTo, user: signedIn.user });
    return landing(context, signedIn, returnTo);
  } catch (error) {
    // Linked by another request at the same moment.
    if (violatedIndex(error)?.startsWith('sso_links_'))
      return fail(context, connection, { reason: 'sso_conflict', returnTo });
    throw error;
  }
}

function vouchedOf({ id }: ConnectionRow, described: Described & { email: string }, endsAt: number) {
  const { subject, email, firstName, lastName, groups } = described;
  return { connectionId: id, subject, email, firstName, lastName, groups, endsAt };
}

type SignedIn = Exclude<Awaited<ReturnType<typeof signInVouched>>, { failed: unknown }>;

function landing({ deps }: PassingContext, signedIn: SignedIn, returnTo: string): Landing {
  const page = (path: string) => new URL(deps.config.baseUrl + path);
  if ('pendingToken' in signedIn) {
    const query = new URLSearchParams({ token: signedIn.pendingToken, returnTo });
    return { url: page(`/auth/two-factor?${query}`) };
  }
  if (needsTwoFactorSetup(deps.config, signedIn)) return { url: page('/profile/security'), grant: signedIn };
  return { url: returnTo.startsWith('/') ? page(returnTo) : new URL(returnTo), grant: signedIn };
}

function failed({ deps }: PassingContext, error: SsoError, returnTo = '/'): Landing {
  const query = new URLSearchParams({ error, ...(!returnTo.startsWith('/') && { returnTo }) });
  return { url: new URL(`${deps.config.baseUrl}/login?${query}`) };
}

type Failure = { reason: SsoError; returnTo: string; user?: UserRow | null };

async function fail(
  context: PassingContext,
  { id: connectionId, organizationId }: ConnectionRow,
  { reason, returnTo, user = null }: Failure,
): Promise<Landing> {
  const { deps, origin } = context;
  deps.metrics.signIns.inc({ method: 'sso', outcome: 'failure' });
  const metadata = { connectionId, reason };
  await record(deps.sql, origin, { action: 'AUTH_SSO_LOGIN_FAILED', user, organizationId, metadata });
  return failed(context, reason, returnTo);
}

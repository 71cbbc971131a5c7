import { findOpenConnection } from '../../identity/connections/admit.ts';
import { type ConnectionRow, findConnection } from '../../identity/connections/connection-store.ts';
import { loginWithError } from '../../identity/relying-party/landing.ts';
import { spend } from '../../identity/relying-party/spent-store.ts';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import { Unreachable } from '../../platform/outbound/fetch.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { oidcFault, refusalIn } from './oidc-fault.ts';
import { type Landing, signIn } from './sign-in.ts';
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

export async function finishSso(
  context: PassingContext,
  callback: Callback,
): Promise<Landing | Refusal<'SSO_NOT_AVAILABLE'>> {
  const { deps } = context;
  const seen = await findConnection(deps.sql, callback.id);
  if (seen?.kind !== 'oidc') return refuse('SSO_NOT_AVAILABLE');
  const started = await takeState(context, callback);
  if (!started) return { url: loginWithError(context.deps.config, 'invalid_state') };
  const { ticket } = started;
  const connection = ticket.testedBy ? seen : await findOpenConnection(deps.sql, callback.id);
  if (!connection) return refuse('SSO_NOT_AVAILABLE');
  const outcome = await receivePerson(context, connection, { ...callback, ...started });
  if (ticket.testedBy) {
    await keepTest(context, connection, outcome);
    return { url: new URL(`${deps.config.baseUrl}/organization/sso?test=${connection.id}`) };
  }
  return signIn(context, connection, { ...outcome, returnTo: ticket.returnTo, endsBefore: null });
}

type Started = { state: SsoState; ticket: Ticket };

/** Accepts only this browser's state, for this connection, unexpired and unused; a test only in its session. */
async function takeState(
  { deps, caller, origin }: PassingContext,
  callback: Callback,
): Promise<Started | undefined> {
  const { tokens } = deps.sso;
  const state = callback.state ? tokens.readState(callback.id, callback.state, origin.now) : undefined;
  const ticket = callback.ticket ? tokens.readTicket(callback.ticket) : undefined;
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
    state: { startedAt, purpose },
  }: Omit<Callback, 'state' | 'ticket'> & Started,
): Promise<TestOutcome> {
  const nothing = { described: null, received: {} };
  if (error) {
    const reason = unavailable.includes(error) ? 'sso_unavailable' : 'sso_denied';
    return { ...nothing, reason, received: { fault: refusalIn(search) } };
  }
  const { describe, openProvider, receive } = await import('./oidc-client.ts');
  try {
    const settings = oidcSettings(deps, connection);
    const server = await openProvider(settings);
    const address = new URL(settings.redirectUri + search);
    const received = await receive(server, address, {
      state: address.searchParams.get('state') ?? '',
      nonce: ticket.nonce,
      codeVerifier: ticket.codeVerifier,
      authenticatedSince: purpose === 'fresh' ? startedAt : undefined,
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
    if (isUnreachable(fault)) return { ...nothing, reason: 'sso_unavailable' };
    return { ...nothing, reason: 'sso_failed', received: { fault: oidcFault(fault) } };
  }
}

function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Unreachable) return true;
  return false;
}

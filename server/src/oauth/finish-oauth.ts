import type { OAuthError, OAuthProvider } from '@latchkey/contract';
import { findUserByEmail, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { equalSecrets } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { RequestOrigin } from '../origin.ts';
import type { OAuthDeps } from './parts.ts';
import { type Checks, type Failure, type Identity, isFailure, type Provider } from './provider.ts';
import { type SignedIn, signInLinked } from './sign-in.ts';
import { spend } from './store.ts';
import type { State } from './tokens.ts';

/** How a browser comes back: with a query, and the ticket it was given. */
export type Arrival = {
  search: string;
  state?: string | undefined;
  error?: string | undefined;
  ticket: string | undefined;
};

export type Outcome =
  | Failure
  | { kind: 'signedIn'; signedIn: SignedIn; returnTo: string }
  | { kind: 'link' | 'complete'; pending: { id: string; token: string }; returnTo: string };

export async function finishSignIn(
  deps: OAuthDeps,
  provider: Provider,
  arrival: Arrival,
  origin: RequestOrigin,
): Promise<Outcome> {
  const started = await takeState(deps, provider.name, arrival, origin.now);
  // Anybody can call this: of what did not begin here, nothing is recorded.
  if (isFailure(started)) return started;
  if (arrival.error) return fail(deps.sql, provider.name, refusalOf(arrival.error), null, origin);
  const { state, checks } = started;
  const identity = await provider.identify(arrival.search, checks, origin.now);
  if (isFailure(identity)) return fail(deps.sql, provider.name, identity.failed, null, origin);
  return transact(deps, (tx) => settle(deps, tx, identity, state, origin));
}

type Started = { state: State; checks: Checks };

/** The state of this browser, for this provider, in time, and for the first time. */
async function takeState(
  deps: OAuthDeps,
  provider: OAuthProvider,
  arrival: Arrival,
  now: Date,
): Promise<Started | Failure> {
  // A provider that could make nothing of the request refuses it without its state; there is nothing to lose.
  if (arrival.error && arrival.state === undefined) return { failed: refusalOf(arrival.error) };
  const { tokens } = deps.oauth;
  const state = arrival.state ? tokens.readState(arrival.state, now) : undefined;
  const ticket = arrival.ticket ? tokens.readTicket(arrival.ticket) : undefined;
  const ours =
    state && ticket && state.provider === provider && equalSecrets(ticket.stateId, state.jti)
      ? ticket
      : undefined;
  if (!state || !ours || !(await spend(deps.sql, state.jti, new Date(state.exp * 1000))))
    return { failed: 'invalid_state' };
  const { codeVerifier } = ours;
  return { state, checks: { state: arrival.state ?? '', nonce: state.nonce, codeVerifier } };
}

function refusalOf(error: string): OAuthError {
  return error === 'server_error' || error === 'temporarily_unavailable'
    ? 'provider_unavailable'
    : 'oauth_denied';
}

async function fail(
  db: Db,
  provider: OAuthProvider,
  failed: OAuthError,
  user: UserRow | null,
  origin: RequestOrigin,
): Promise<Failure> {
  await record(db, origin, {
    action: 'AUTH_OAUTH_LOGIN_FAILED',
    user,
    metadata: { provider, reason: failed },
  });
  return { failed };
}

/** A linked account is signed in. Anyone else goes on with a token: to his account's password, or to a new account. */
async function settle(
  deps: OAuthDeps,
  tx: Db,
  identity: Identity,
  state: State,
  origin: RequestOrigin,
): Promise<Outcome> {
  const { provider, returnTo, inviteToken, link } = state;
  const pending = () =>
    deps.oauth.tokens.pending(
      { provider, ...identity, ...(inviteToken && { inviteToken }), ...(link && { link }) },
      origin.now,
    );
  // Whoever came to link is not signed in as somebody else, should the provider account be that one's.
  if (link) return { kind: 'link', pending: pending(), returnTo };
  const signedIn = await signInLinked(deps, tx, provider, identity, origin);
  if (signedIn && 'inactive' in signedIn)
    return fail(tx, provider, 'account_inactive', signedIn.inactive, origin);
  if (signedIn) return { kind: 'signedIn', signedIn, returnTo };
  const { email } = identity.profile;
  if (!email) return fail(tx, provider, 'email_not_verified', null, origin);
  const owner = await findUserByEmail(tx, email, origin.now);
  if (owner && !owner.isActive) return fail(tx, provider, 'account_inactive', owner, origin);
  return { kind: owner ? 'link' : 'complete', pending: pending(), returnTo };
}

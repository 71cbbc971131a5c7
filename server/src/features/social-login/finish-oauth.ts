import type { OAuthError } from '@latchkey/contract';
import { findUserByEmail, type UserRow } from '../../identity/accounts/user-store.ts';
import type { AskingContext, Deps } from '../../identity/deps.ts';
import { asking, hookErrorOf } from '../../identity/hooks/heed.ts';
import { refuseSignIn } from '../../identity/policies/system-methods.ts';
import { landingOf, loginWithError, pageAt } from '../../identity/relying-party/landing.ts';
import { spend } from '../../identity/relying-party/spent-store.ts';
import type { SessionGrant } from '../../identity/sessions/session-grant.ts';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { OpenOAuthContext } from './oauth-deps.ts';
import { type Checks, type Failure, type Identity, isFailure, type Provider } from './provider.ts';
import { type SignedIn, signInLinked } from './sign-in-by-provider.ts';
import type { OAuthState } from './tokens.ts';

/** The outcome of a visit to a provider. */
export type OAuthOutcome =
  | (Failure & { returnTo?: string })
  | { kind: 'signedIn'; signedIn: SignedIn; returnTo: string }
  | { kind: 'link' | 'complete'; pending: { id: string; token: string }; returnTo: string };

/** The page where a sign-in continues or, at its end, the application it was started for. */
export function landingPage({ config }: Deps, outcome: OAuthOutcome): URL {
  const { returnTo = '/' } = outcome;
  if (isFailure(outcome)) return loginWithError(config, outcome.failed, returnTo);
  if (outcome.kind === 'signedIn') return landingOf(config, outcome.signedIn, returnTo);
  const query = { token: outcome.pending.token, ...(returnTo !== '/' && { returnTo }) };
  return pageAt(config, `/auth/oauth/${outcome.kind}`, query);
}

/** How a browser comes back: with a query, and the cookies it was given. */
type OAuthCallback = {
  provider: string;
  search: string;
  state?: string | undefined;
  error?: string | undefined;
  ticket: string | undefined;
  pendingCookie: string | undefined;
};

/** Where the browser goes next, and what it is given to keep. */
type Landing = { url: URL; grant?: SessionGrant; pendingCookie?: string };

export async function finishOAuth(
  context: OpenOAuthContext & AskingContext,
  callback: OAuthCallback,
): Promise<Landing | Refusal<'PROVIDER_NOT_AVAILABLE' | 'NOT_FOUND'>> {
  const { providers, pendingProofs } = context.deps.oauth;
  const provider = providers.find(callback.provider);
  if (isRefusal(provider)) return provider;
  const outcome = await outcomeOf(context, provider, callback);
  const url = landingPage(context.deps, outcome);
  if ('pending' in outcome)
    return { url, pendingCookie: pendingProofs.add(callback.pendingCookie, outcome.pending.id) };
  const grant = 'signedIn' in outcome && 'sessionId' in outcome.signedIn && outcome.signedIn;
  return grant ? { url, grant } : { url };
}

/** The form a provider posts, as the query of the GET: cookies come along only with that. */
export function finishOAuthByForm(
  { deps }: OpenOAuthContext,
  {
    provider: name,
    ...form
  }: Pick<OAuthCallback, 'provider' | 'state' | 'error'> & { code?: string | undefined },
): URL | Refusal<'PROVIDER_NOT_AVAILABLE' | 'NOT_FOUND'> {
  const provider = deps.oauth.providers.find(name);
  if (isRefusal(provider)) return provider;
  const url = new URL(`${deps.config.baseUrl}/api/auth/oauth/${name}/callback`);
  for (const [field, value] of Object.entries(form)) if (value) url.searchParams.set(field, value);
  return url;
}

async function outcomeOf(
  context: OpenOAuthContext & AskingContext,
  provider: Provider,
  callback: OAuthCallback,
): Promise<OAuthOutcome> {
  const started = await takeState(context, callback);
  // Any client can call this: nothing is recorded of a visit that didn't begin here.
  if (isFailure(started)) return started;
  const outcome = await arrive(context, provider, { ...callback, ...started });
  return isFailure(outcome) ? { ...outcome, returnTo: started.state.returnTo } : outcome;
}

async function arrive(
  context: OpenOAuthContext & AskingContext,
  provider: Provider,
  { error, search, state, checks }: Omit<OAuthCallback, 'state'> & StartedSignIn,
): Promise<OAuthOutcome> {
  const { deps, origin } = context;
  const fault = (failed: OAuthError) => fail(context, deps.sql, { provider: provider.name, failed });
  if (error) return fault(failureOf(error));
  const identity = await provider.identify(search, checks, origin.now);
  if (isFailure(identity)) return fault(identity.failed);
  const outcome = await asking(context, async (current) => {
    if (!state.link && (await refuseSignIn(deps, provider.name))) return fault('sign_in_method_not_allowed');
    return transact(deps, (tx) => applyIdentity(current, tx, identity, state));
  });
  return isRefusal(outcome) ? { failed: hookErrorOf(outcome) } : outcome;
}

type StartedSignIn = { state: OAuthState; checks: Checks };

/** Accepts only this browser's state, for this provider, unexpired and unused. */
async function takeState(
  { deps, origin }: OpenOAuthContext,
  callback: OAuthCallback,
): Promise<StartedSignIn | Failure> {
  // A provider that can't make sense of the request refuses it without its state; there is nothing to lose.
  if (callback.error && callback.state === undefined) return { failed: failureOf(callback.error) };
  const { tokens } = deps.oauth;
  const state = callback.state ? tokens.readState(callback.state, origin.now) : undefined;
  const ticket = callback.ticket ? tokens.readTicket(callback.ticket) : undefined;
  const ours =
    state && ticket && state.provider === callback.provider && equalSecrets(ticket.stateId, state.jti)
      ? ticket
      : undefined;
  if (!state || !ours || !(await spend(deps.sql, state.jti, new Date(state.exp * 1000))))
    return { failed: 'invalid_state' };
  const { codeVerifier } = ours;
  return { state, checks: { state: callback.state ?? '', nonce: state.nonce, codeVerifier } };
}

function failureOf(error: string): OAuthError {
  return error === 'server_error' || error === 'temporarily_unavailable'
    ? 'provider_unavailable'
    : 'oauth_denied';
}

async function fail(
  { deps, origin }: OpenOAuthContext,
  db: Db,
  { provider, failed, user = null }: { provider: string; failed: OAuthError; user?: UserRow | null },
): Promise<Failure> {
  deps.metrics.signIns.inc({ method: provider, outcome: 'failure' });
  const metadata = { provider, reason: failed };
  await record(db, origin, { action: 'AUTH_OAUTH_LOGIN_FAILED', user, metadata });
  return { failed };
}

/** Signs in a linked account. Other users continue with a token: to their account's password, or to a new account. */
async function applyIdentity(
  context: OpenOAuthContext,
  tx: Tx,
  identity: Identity,
  state: OAuthState,
): Promise<OAuthOutcome> {
  const { now } = context.origin;
  const { provider, returnTo, inviteToken, link } = state;
  const pending = () =>
    context.deps.oauth.tokens.pending(
      { provider, ...identity, ...(inviteToken && { inviteToken }), ...(link && { link }) },
      now,
    );
  // A user who came to link must not be signed in as another user, even if the provider account is that user's.
  if (link) return { kind: 'link', pending: pending(), returnTo };
  const signedIn = await signInLinked(context, tx, provider, identity);
  if (signedIn && 'inactive' in signedIn)
    return fail(context, tx, { provider, failed: 'account_inactive', user: signedIn.inactive });
  if (isRefusal(signedIn)) return { failed: 'sso_required' };
  if (signedIn) return { kind: 'signedIn', signedIn, returnTo };
  const { email } = identity.profile;
  if (!email) return fail(context, tx, { provider, failed: 'email_not_verified' });
  const owner = await findUserByEmail(tx, email, now);
  if (owner && !owner.isActive)
    return fail(context, tx, { provider, failed: 'account_inactive', user: owner });
  return { kind: owner ? 'link' : 'complete', pending: pending(), returnTo };
}

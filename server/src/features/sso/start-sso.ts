import { safeReturnTo } from '@latchkey/contract';
import { findOpenConnection } from '../../identity/connections/admit.ts';
import {
  type ConnectionRow,
  findConnection,
  findConnectionOf,
} from '../../identity/connections/connection-store.ts';
import type { OpenContext } from '../../identity/deps.ts';
import { refuseSignIn } from '../../identity/policies/system-methods.ts';
import { loginWithError } from '../../identity/relying-party/landing.ts';
import { unseal } from '../../platform/crypto/seal.ts';
import { domainOf } from '../../platform/domain-name.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { OidcSettings } from './oidc-client.ts';
import { addressesOf } from './present.ts';
import { clientSecretPurpose, type PassingContext, type SsoDeps } from './sso-deps.ts';
import { isComplete, keepTest } from './test-connection.ts';

/** By the domain alone, so the reply tells nothing about accounts. */
export async function discoverSso({ deps }: OpenContext, { email }: { email: string }) {
  const domain = domainOf(email);
  const connection = domain && (await findConnectionOf(deps.sql, domain));
  if (!connection) return { redirectTo: null, required: false };
  const query = new URLSearchParams({ loginHint: email });
  return { redirectTo: `/api/auth/sso/${connection.id}?${query}`, required: connection.required };
}

/** What a sign-in by OpenID Connect needs. Only for a complete connection. */
export function oidcSettings({ config, dataKeys, sso }: SsoDeps, row: ConnectionRow): OidcSettings {
  const { id, organizationId, issuer, clientId, clientSecret: sealed } = row;
  if (issuer === null || clientId === null) throw new Error('the connection is not complete');
  const opened = sealed && unseal(dataKeys.of(clientSecretPurpose(id)), sealed);
  if (sealed && !opened) throw new Error('the secret of a connection does not open');
  const { redirectUri } = addressesOf(config, id);
  const once: OidcSettings['once'] = (ask) => sso.discoveries({ id, organizationId, issuer }, ask);
  return { issuer, clientId, clientSecret: opened?.toString() ?? null, redirectUri, fetch: sso.fetch, once };
}

type Start = {
  id: string;
  returnTo?: string | undefined;
  loginHint?: string | undefined;
  test?: string | undefined;
};
/** Without a ticket, the browser only goes back to our pages. */
type Departure = { url: URL; ticket?: string };

export async function startSso(
  context: PassingContext,
  { id, loginHint, test, ...wanted }: Start,
): Promise<Departure | Refusal<'SSO_NOT_AVAILABLE'>> {
  const { deps, caller, origin } = context;
  const { config, sso } = deps;
  const pass = test ? sso.tokens.readTestPass(id, test, origin.now) : undefined;
  // Only the session that asked for the test runs it.
  const testedBy = pass && pass.sessionId === caller?.sessionId ? pass : undefined;
  if (test && !testedBy) return { url: loginWithError(config, 'invalid_state') };
  const connection = testedBy ? await findConnection(deps.sql, id) : await findOpenConnection(deps.sql, id);
  if (!connection || !isComplete(connection)) return refuse('SSO_NOT_AVAILABLE');
  const returnTo = safeReturnTo(wanted.returnTo, config.baseUrl, config.corsOrigins) ?? '/';
  if (!testedBy && (await refuseSignIn(deps, 'sso')))
    return { url: loginWithError(context.deps.config, 'sign_in_method_not_allowed', returnTo) };
  // A person who has a session comes here to prove who they are anew.
  const isFresh = !testedBy && (caller !== undefined || asksAnew(returnTo, config.baseUrl));
  const purpose = testedBy ? 'test' : isFresh ? 'fresh' : 'ordinary';
  const { state, ...secrets } = sso.tokens.start(id, { purpose, now: origin.now });
  const by = testedBy && { userId: testedBy.userId, sessionId: testedBy.sessionId };
  const ticket = sso.tokens.ticket({ ...secrets, returnTo, ...(by && { testedBy: by }) });
  try {
    const url = await addressOf(context, connection, { ...secrets, state, loginHint, isFresh });
    return { url, ticket };
  } catch (error) {
    // Only logged, unless it is a test: with a row for each request, any client could write to the database.
    deps.log.warn({ connectionId: id, error: (error as Error).message }, 'an identity provider failed');
    if (testedBy) {
      await keepTest(context, connection, { described: null, reason: 'sso_unavailable', received: {} });
      return { url: new URL(`${config.baseUrl}/organization/sso?test=${id}`) };
    }
    return { url: loginWithError(config, 'sso_unavailable') };
  }
}

type Asked = {
  state: string;
  stateId: string;
  nonce: string;
  codeVerifier: string;
  loginHint: string | undefined;
  isFresh: boolean;
};

/** Where the identity provider asks who it is. Its library is loaded at the first sign-in. */
async function addressOf(
  { deps, origin }: PassingContext,
  connection: ConnectionRow,
  asked: Asked,
): Promise<URL> {
  const { acsUrl, metadataUrl, redirectUri } = addressesOf(deps.config, connection.id);
  if (connection.kind === 'saml') {
    const { requestUrl } = await import('./saml/request.ts');
    const request = {
      id: requestIdOf(asked.stateId),
      signInUrl: connection.signInUrl ?? '',
      acsUrl,
      issuer: metadataUrl,
      relayState: asked.state,
      forceAuthn: asked.isFresh,
      now: origin.now,
    };
    return new URL(requestUrl(request));
  }
  const { authorizationUrl, openProvider } = await import('./oidc-client.ts');
  return authorizationUrl(await openProvider(oidcSettings(deps, connection)), redirectUri, asked);
}

/** The ID of a SAML request: what comes back names it, and so does the state. */
export const requestIdOf = (stateId: string) => `_${stateId.replaceAll('-', '')}`;

/** Whether an application that sent the person here wants them to sign in again. */
function asksAnew(returnTo: string, baseUrl: string): boolean {
  const { pathname, searchParams } = new URL(returnTo, baseUrl);
  if (pathname !== '/api/oidc/authorize') return false;
  return searchParams.has('max_age') || (searchParams.get('prompt') ?? '').split(' ').includes('login');
}

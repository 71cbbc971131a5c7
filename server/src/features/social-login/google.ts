import * as client from 'openid-client';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/log.ts';
import {
  accountIdOf,
  attempt,
  type Checks,
  emailOf,
  type Identity,
  isFailure,
  namesOf,
  type Provider,
  tokensOf,
} from './provider.ts';

const discoveryMs = 3_600_000;

type Options = {
  config: NonNullable<Config['providers']['google']>;
  redirectUri: string;
  fetch: client.CustomFetch;
  clock: Clock;
  log: Log;
};

/** OpenID Connect: endpoints and keys are discovered, and the signed ID token says who it is. */
export function googleProvider(options: Options): Provider {
  const { config, redirectUri, clock, log } = options;
  const credentials = clientAuthentication(config.clientSecret);
  const discovered = rememberFor(discoveryMs, clock, () => discover(options, credentials.authenticate));
  const configuration = () => attempt(log, 'google', 'provider_unavailable', discovered);

  return {
    name: 'google',

    async authorizationUrl({ state, nonce, codeChallenge }) {
      const server = await configuration();
      if (isFailure(server)) return server;
      return client.buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      });
    },

    async identify(search, checks, now) {
      const server = await configuration();
      if (isFailure(server)) return server;
      const address = new URL(redirectUri + search);
      const response = await attempt(log, 'google', 'token_exchange_failed', () =>
        credentials.eitherWay(() => exchangeCode(server, address, checks)),
      );
      if (isFailure(response)) return response;
      return attempt(log, 'google', 'profile_fetch_failed', () => identityOf(server, response, now));
    },
  };
}

function discover(
  { config, fetch }: Options,
  authenticate: client.ClientAuth,
): Promise<client.Configuration> {
  const { clientId, clientSecret, issuer } = config;
  return client.discovery(new URL(issuer), clientId, clientSecret, authenticate, {
    [client.customFetch]: fetch,
    execute: [
      // TLS would vouch for the token endpoint; the signature vouches for the token itself.
      client.enableNonRepudiationChecks,
      ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** Loads once for all callers, and again after this time. A failure is not kept. */
function rememberFor<T>(ms: number, clock: Clock, load: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (kept && now < kept.until) return kept.value;
    const mine = { value: load(), until: now + ms };
    kept = mine;
    mine.value.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return mine.value;
  };
}

type TokenResponse = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

function exchangeCode(server: client.Configuration, address: URL, checks: Checks): Promise<TokenResponse> {
  return client.authorizationCodeGrant(server, address, {
    pkceCodeVerifier: checks.codeVerifier,
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    idTokenExpected: true,
  });
}

async function identityOf(
  server: client.Configuration,
  response: TokenResponse,
  now: Date,
): Promise<Identity> {
  const claims = await claimsOf(server, response);
  const profile = {
    providerAccountId: accountIdOf(claims.sub),
    email: emailOf(claims.email, claims.email_verified),
    ...namesOf(claims),
  };
  return { profile, tokens: tokensOf(response, now) };
}

type Claims = Record<string, unknown>;

/** Some providers put the profile into the ID token, others give it only when asked. Never half from each. */
async function claimsOf(server: client.Configuration, response: TokenResponse): Promise<Claims> {
  const idToken = response.claims();
  if (!idToken) throw new Error('there is no ID token');
  const complete = typeof idToken.email === 'string' && idToken.email_verified !== undefined;
  if (complete || !server.serverMetadata().userinfo_endpoint) return idToken;
  return client.fetchUserInfo(server, response.access_token, idToken.sub);
}

/**
 * A client is registered for one of two ways to send its secret, and the provider's metadata doesn't say which: if one
 * is refused, the other is tried, and kept.
 */
function clientAuthentication(secret: string) {
  const ways = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)] as const;
  let way: 0 | 1 = 0;
  return {
    authenticate: ((...request) => ways[way](...request)) as client.ClientAuth,
    async eitherWay<T>(exchange: () => Promise<T>): Promise<T> {
      try {
        return await exchange();
      } catch (error) {
        if (!isInvalidClient(error)) throw error;
        way = way === 0 ? 1 : 0;
        return exchange();
      }
    },
  };
}

function isInvalidClient(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.error === 'invalid_client';
  return error instanceof client.WWWAuthenticateChallengeError && error.status === 401;
}

import * as client from 'openid-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../logger.ts';
import { accountIdOf, attempt, emailOf, isFailure, namesOf, type Provider, tokensOf } from './provider.ts';
import { rememberFor } from './remember-for.ts';

const discoveryMs = 3_600_000;

type Options = {
  config: NonNullable<Config['providers']['google']>;
  redirectUri: string;
  fetch: client.CustomFetch;
  clock: Clock;
  log: Log;
};

/** OpenID Connect: endpoints and keys are discovered, and the signed ID token says who it is. */
export function googleProvider({ config, redirectUri, fetch, clock, log }: Options): Provider {
  const { clientId, clientSecret, issuer } = config;
  const credentials = clientAuthentication(clientSecret);
  const discover = rememberFor(discoveryMs, clock, () =>
    client.discovery(new URL(issuer), clientId, clientSecret, credentials.authenticate, {
      [client.customFetch]: fetch,
      execute: [
        // TLS would vouch for the token endpoint; the signature vouches for the token itself.
        client.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    }),
  );
  const configuration = () => attempt(log, 'google', 'provider_unavailable', discover);

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
      const response = await attempt(log, 'google', 'token_exchange_failed', () =>
        credentials.eitherWay(() =>
          client.authorizationCodeGrant(server, new URL(redirectUri + search), {
            pkceCodeVerifier: checks.codeVerifier,
            expectedState: checks.state,
            expectedNonce: checks.nonce,
            idTokenExpected: true,
          }),
        ),
      );
      if (isFailure(response)) return response;
      return attempt(log, 'google', 'profile_fetch_failed', async () => {
        const claims = await claimsOf(server, response);
        const profile = {
          providerAccountId: accountIdOf(claims.sub),
          email: emailOf(claims.email, claims.email_verified),
          ...namesOf(claims),
        };
        return { profile, tokens: tokensOf(response, now) };
      });
    },
  };
}

type Claims = Record<string, unknown>;

/** Some providers put the profile into the ID token, others only answer it when asked. Never half from each. */
async function claimsOf(
  server: client.Configuration,
  response: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
): Promise<Claims> {
  const idToken = response.claims();
  if (!idToken) throw new Error('there is no ID token');
  const complete = typeof idToken.email === 'string' && idToken.email_verified !== undefined;
  if (complete || !server.serverMetadata().userinfo_endpoint) return idToken;
  return client.fetchUserInfo(server, response.access_token, idToken.sub);
}

/**
 * A client is registered for one of two ways to send its secret, and the provider's metadata does not say for which:
 * when the one is refused, the other is tried, and kept.
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

import { createPrivateKey, createPublicKey } from 'node:crypto';
import { Email } from '@latchkey/contract';
import * as client from 'openid-client';
import {
  discover,
  exchangeCode,
  idTokenOf,
  type TokenResponse,
} from '../../identity/relying-party/openid.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AppleKey, OpenIdConfig } from '../../platform/config/providers.ts';
import { keyPairJwts } from '../../platform/crypto/jwt.ts';
import type { Log } from '../../platform/log.ts';
import {
  accountIdOf,
  attempt,
  type Identity,
  isFailure,
  namesOf,
  type Provider,
  tokensOf,
} from './provider.ts';

const discoveryMs = 3_600_000;

type Options = {
  config: OpenIdConfig;
  redirectUri: string;
  fetch: client.CustomFetch;
  clock: Clock;
  log: Log;
};

/** OpenID Connect: endpoints and keys are discovered, and the signed ID token says who it is. */
export function openIdProvider(options: Options): Provider {
  const { config, redirectUri, clock, log } = options;
  const { name } = config;
  const credentials = clientAuthentication(config, clock);
  const discovered = rememberFor(discoveryMs, clock, () =>
    discover({ ...config, fetch: options.fetch, authenticate: credentials.authenticate }),
  );
  const configuration = () => attempt(log, name, 'provider_unavailable', discovered);

  return {
    name,

    async authorizationUrl({ state, nonce, codeChallenge }) {
      const server = await configuration();
      if (isFailure(server)) return server;
      return client.buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        ...askFor(config),
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
      // Our redirect from a posted form drops the issuer; one that the browser does bring still has to match.
      if (postsForm(config) && !address.searchParams.has('iss'))
        address.searchParams.set('iss', server.serverMetadata().issuer);
      const response = await attempt(log, name, 'token_exchange_failed', () =>
        credentials.eitherWay(() => exchangeCode(server, address, checks)),
      );
      if (isFailure(response)) return response;
      return attempt(log, name, 'profile_fetch_failed', () => identityOf(config, server, response, now));
    },
  };
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

async function identityOf(
  config: OpenIdConfig,
  server: client.Configuration,
  response: TokenResponse,
  now: Date,
): Promise<Identity> {
  const idToken = idTokenOf(response);
  const claims = await claimsOf(server, response, idToken);
  const isVerified = isVerifiedEmail(config, claims, idToken);
  const profile = {
    providerAccountId: accountIdOf(claims.sub),
    email: isVerified ? (Email.safeParse(claims.email).data ?? null) : null,
    ...namesOf(claims),
  };
  return { profile, tokens: tokensOf(response, now) };
}

type Claims = Record<string, unknown>;

/** Some providers put the profile into the ID token, others give it only when asked. Never half from each. */
async function claimsOf(
  server: client.Configuration,
  response: TokenResponse,
  idToken: client.IDToken,
): Promise<Claims> {
  const complete = typeof idToken.email === 'string' && idToken.email_verified !== undefined;
  if (complete || !server.serverMetadata().userinfo_endpoint) return idToken;
  return client.fetchUserInfo(server, response.access_token, idToken.sub);
}

/**
 * What the provider says about the address decides. Where it says nothing, Microsoft's claim counts for the address it
 * came with, and so does the operator's word for every address of that provider.
 */
function isVerifiedEmail({ trustEmail }: OpenIdConfig, claims: Claims, idToken: Claims): boolean {
  const { email, email_verified: verified } = claims;
  if (verified !== undefined) return verified === true || verified === 'true';
  const isOwnersDomain = [true, 1, 'true', '1'].includes(idToken.xms_edov as never);
  return trustEmail || (isOwnersDomain && (idToken.email ?? email) === email);
}

/** Apple posts its answer once it is asked for an address or a name. */
const postsForm = ({ clientSecret }: OpenIdConfig) => typeof clientSecret !== 'string';

/** Apple also has its own scope for names. */
function askFor(config: OpenIdConfig): Record<string, string> {
  return postsForm(config)
    ? { scope: 'openid email name', response_mode: 'form_post' }
    : { scope: 'openid email profile' };
}

/**
 * A client is registered for one of two ways to send its secret, and the provider's metadata doesn't say which: if one
 * is refused, the other is tried, and kept.
 */
function clientAuthentication(config: OpenIdConfig, clock: Clock) {
  const secret = () =>
    typeof config.clientSecret === 'string'
      ? config.clientSecret
      : signedSecret(config, config.clientSecret, clock.now());
  const ways = [client.ClientSecretPost, client.ClientSecretBasic] as const;
  let way: 0 | 1 = 0;
  return {
    authenticate: ((...request) => ways[way](secret())(...request)) as client.ClientAuth,
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

const secretSeconds = 300;

/** Apple takes a signed statement for a secret. One is made for each exchange, and is soon worth nothing. */
function signedSecret({ clientId, issuer }: OpenIdConfig, key: AppleKey, now: Date): string {
  const privateKey = createPrivateKey(key.privateKey);
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { iss: key.teamId, iat, exp: iat + secretSeconds, aud: issuer, sub: clientId };
  const pair = { privateKey, publicKey: createPublicKey(key.privateKey) };
  return keyPairJwts('ES256', pair, { typ: 'JWT', kid: key.keyId }).sign(claims);
}

function isInvalidClient(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.error === 'invalid_client';
  return error instanceof client.WWWAuthenticateChallengeError && error.status === 401;
}

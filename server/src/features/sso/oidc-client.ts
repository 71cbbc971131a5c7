import { Email } from '@latchkey/contract';
import * as client from 'openid-client';
import type { AttributeNames } from '../../identity/connections/connection-store.ts';
import {
  discover,
  type Expected,
  exchangeCode,
  idTokenOf,
  openDiscovered,
} from '../../identity/relying-party/openid.ts';
import { ForbiddenAddress, type GuardedFetch } from '../../platform/outbound/fetch.ts';

/** An identity provider as a connection describes it. */
export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  redirectUri: string;
  fetch: GuardedFetch;
  /** Asks for the provider's metadata, unless it was just read. */
  once(ask: () => Promise<client.ServerMetadata>): Promise<client.ServerMetadata>;
};

/** Endpoints that are connected to, or that browsers are sent to. */
const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const;

/** What this issuer publishes. Throws if it doesn't answer, or describes another. */
export async function readMetadata({ issuer, fetch }: Pick<OidcSettings, 'issuer' | 'fetch'>) {
  return (await discover({ issuer, fetch: customFetch(fetch) })).serverMetadata();
}

/** The provider, as this connection's client. Its keys are read anew for each: they may have just changed. */
export async function openProvider(settings: OidcSettings): Promise<client.Configuration> {
  const { clientSecret, once } = settings;
  const authenticate = clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret);
  const metadata = await once(() => readMetadata(settings));
  return openDiscovered(metadata, { ...settings, authenticate, fetch: customFetch(settings.fetch) });
}

const customFetch =
  (fetch: GuardedFetch): client.CustomFetch =>
  (url, options) =>
    fetch(url, {
      method: options.method,
      headers: Object.fromEntries(new Headers(options.headers as HeadersInit)),
      body: options.body,
    });

/** The addresses in a discovery document. Throws if one that a sign-in needs is missing. */
export function endpointsOf(metadata: client.ServerMetadata): string[] {
  if (!metadata.authorization_endpoint || !metadata.token_endpoint || !metadata.jwks_uri)
    throw new Error('the discovery document lacks an endpoint');
  return endpoints.flatMap((name) => metadata[name] ?? []);
}

/** Whether a request failed because its address is not allowed. */
export function isForbiddenError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ForbiddenAddress) return true;
  return false;
}

type Departure = {
  state: string;
  nonce: string;
  codeVerifier: string;
  loginHint: string | undefined;
  isFresh: boolean;
};

export async function authorizationUrl(
  server: client.Configuration,
  redirectUri: string,
  { state, nonce, codeVerifier, loginHint, isFresh }: Departure,
): Promise<URL> {
  const scopes = server.serverMetadata().scopes_supported ?? [];
  return client.buildAuthorizationUrl(server, {
    redirect_uri: redirectUri,
    scope: `openid email profile${scopes.includes('groups') ? ' groups' : ''}`,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(loginHint && { login_hint: loginHint }),
    ...(isFresh && { prompt: 'login', max_age: '0' }),
  });
}

type Claims = Record<string, unknown>;
export type Received = { idToken: Claims; userinfo: Claims | undefined };

const skewMs = 60_000;
const maxSubject = 1_000;

/** What the identity provider says about the person. Throws if any of it doesn't verify. */
export async function receive(
  server: client.Configuration,
  address: URL,
  { authenticatedSince, ...expected }: Expected & { authenticatedSince: Date | undefined },
): Promise<Received> {
  const response = await exchangeCode(server, address, expected);
  const idToken = idTokenOf(response);
  if (!isSubject(idToken.sub))
    throw Object.assign(new Error('the sub is unusable'), { code: 'UNUSABLE_SUB' });
  if (authenticatedSince && !((idToken.auth_time ?? 0) * 1000 > authenticatedSince.getTime() - skewMs))
    throw new Error('the person was not authenticated anew');
  const { userinfo_endpoint } = server.serverMetadata();
  const userinfo = userinfo_endpoint
    ? await client.fetchUserInfo(server, response.access_token, idToken.sub)
    : undefined;
  return { idToken, userinfo };
}

/** With a lone surrogate, which no text can hold, two people would become one in the database. */
function isSubject(sub: string): boolean {
  return sub.length <= maxSubject && !/\0|\p{Surrogate}/u.test(sub);
}

/** A person as an identity provider describes them. */
export type Described = {
  subject: string;
  /** Null if there is none, or it is marked as not verified. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  /** Null: too many to be sent, so the role stays. */
  groups: string[] | null;
};

const textOf = (value: unknown) => (typeof value === 'string' && value.trim()) || null;

/** Each from the ID token, else from userinfo. An address is not verified if either of them says so. */
export function describe({ idToken, userinfo = {} }: Received, names: AttributeNames): Described {
  const find = (name: string) => idToken[name] ?? userinfo[name];
  const emailNames = names.email === null ? ['email', 'preferred_username'] : [names.email];
  const sources = [idToken, userinfo].flatMap((source) =>
    emailNames.map((name) => ({ source, address: Email.safeParse(source[name]).data })),
  );
  const named = emailNames.flatMap((name) =>
    sources.filter(({ source, address }) => address && Email.safeParse(source[name]).data === address),
  );
  const [found] = named;
  const isDenied = [idToken, userinfo].some(
    (source) =>
      (source.email_verified === false || source.email_verified === 'false') &&
      (source === found?.source || [undefined, found?.address].includes(addressIn(source, emailNames))),
  );
  return {
    subject: String(idToken.sub),
    email: found?.address && !isDenied ? found.address : null,
    firstName: textOf(find(names.firstName ?? 'given_name')),
    lastName: textOf(find(names.lastName ?? 'family_name')),
    groups: groupsOf({ idToken, userinfo }, names.groups ?? 'groups'),
  };
}

function addressIn(source: Claims, names: string[]): string | undefined {
  return names.flatMap((name) => Email.safeParse(source[name]).data ?? [])[0];
}

/** Entra names where to ask for them instead, if there are too many. */
function groupsOf({ idToken, userinfo = {} }: Received, name: string): string[] | null {
  const groups = idToken[name] ?? userinfo[name];
  if (Array.isArray(groups)) return groups.filter((group) => typeof group === 'string');
  if (typeof groups === 'string') return [groups];
  const elsewhere = idToken._claim_names ?? userinfo._claim_names;
  return typeof elsewhere === 'object' && elsewhere !== null && name in elsewhere ? null : [];
}

import type { KeyObject } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { decodeJwt } from 'jose';
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { exchange } from '../exchange.ts';
import { signJwt } from '../jwt.ts';
import { rsaKey } from '../rsa-keys.ts';
import { callbackOf, startLoopback } from './provider.ts';

export const googleClient = { id: 'latchkey-at-google', secret: 'google-client-secret-google-client-secret' };

export type OpenIdPerson = {
  email?: string;
  email_verified?: unknown;
  given_name?: string;
  family_name?: string;
  name?: string;
  preferred_username?: string;
  groups?: unknown;
};
type Claims = Record<string, unknown>;
type Options = {
  /** The name that the service knows it by. */
  name?: string;
  /** Whether the profile is in the ID token, as with Google, or has to be requested. */
  profileInIdToken?: boolean;
  secretBy?: 'client_secret_basic' | 'client_secret_post';
  /** Lets clients return anywhere: a connection's address is known only once it is made. */
  anyRedirect?: boolean;
  /** Judges a secret of the client's own making, as Apple does, instead of comparing a fixed one. */
  acceptsSecret?: (secret: string) => Promise<boolean>;
};

/** A real OpenID provider whose responses can be forged on their way out. */
export async function startOpenIdProvider({
  name = 'google',
  profileInIdToken = true,
  secretBy = 'client_secret_post',
  anyRedirect = false,
  acceptsSecret,
}: Options = {}) {
  const people = new Map<string, OpenIdPerson>();
  const forgery: { alter?: (claims: Claims) => Claims; key?: KeyObject; token?: (claims: Claims) => string } =
    {};
  const issued: { access_token?: string; id_token?: string }[] = [];

  const loopback = await startLoopback((url) => {
    const provider = new Provider(url, configuration(people, { name, profileInIdToken, secretBy }));
    if (anyRedirect) provider.Client.prototype.redirectUriAllowed = () => true;
    provider.use(async (context, next) => {
      if (acceptsSecret && context.path === '/token') await swapSecret(context.req, acceptsSecret);
      await next();
      if (context.path !== '/token' || context.status !== 200) return;
      const body = context.body as { id_token: string };
      const claims = decodeJwt(body.id_token) as Claims;
      const { alter, key = genuine, token } = forgery;
      if (token) context.body = { ...body, id_token: token(claims) };
      else if (alter || key !== genuine)
        context.body = { ...body, id_token: sign(key, alter?.(claims) ?? claims) };
      issued.push(context.body as { id_token: string });
    });
    return provider.callback();
  });

  return {
    ...loopback,
    people,
    forgery,
    issued,
    environment: {
      [`${name.toUpperCase()}_CLIENT_ID`]: googleClient.id,
      [`${name.toUpperCase()}_CLIENT_SECRET`]: googleClient.secret,
      [`${name.toUpperCase()}_ISSUER`]: loopback.url,
    },
    /** Signs in as a browser would, or cancels. Returns the service's address that the browser is sent to. */
    visit: (address: string, login: string | null) => visit(address, login),
  };
}

/** Puts the fixed secret, which the provider compares, in the place of one that was accepted. */
async function swapSecret(
  request: IncomingMessage & { body?: unknown },
  accepts: (secret: string) => Promise<boolean>,
) {
  let text = '';
  for await (const chunk of request) text += chunk;
  const form = Object.fromEntries(new URLSearchParams(text));
  request.body = {
    ...form,
    client_secret: (await accepts(form.client_secret ?? '')) ? googleClient.secret : 'refused',
  };
}

const kid = 'the-key';
const genuine = rsaKey('genuine');

function sign(key: KeyObject, claims: Claims): string {
  return signJwt(key, claims, { kid });
}

function configuration(
  people: Map<string, OpenIdPerson>,
  { name, profileInIdToken, secretBy }: Required<Pick<Options, 'name' | 'profileInIdToken' | 'secretBy'>>,
): Configuration {
  return {
    clients: [
      {
        client_id: googleClient.id,
        client_secret: googleClient.secret,
        redirect_uris: [callbackOf(name)],
        token_endpoint_auth_method: secretBy,
      },
    ],
    jwks: { keys: [{ ...genuine.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } as never] },
    cookies: { keys: ['a-cookie-key'] },
    conformIdTokenClaims: !profileInIdToken,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name', 'preferred_username'],
      groups: ['groups'],
    },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people.get(sub) }),
    }),
    loadExistingGrant: grantFor,
    ttl: { AccessToken: 3600, IdToken: 3600, Grant: 3600, Session: 3600, Interaction: 600 },
  };
}

/** On each request of a visit: its person agrees to what the service asks for, without a page. */
const agreed = 'x-agreed';

async function grantFor(context: KoaContextWithOIDC) {
  const { provider, client, session, params, result } = context.oidc;
  const known = result?.consent?.grantId ?? session?.grantIdFor(client?.clientId ?? '');
  if (known) return provider.Grant.find(known);
  if (context.get(agreed) === '') return undefined;
  const grant = new provider.Grant({ accountId: session?.accountId, clientId: client?.clientId });
  grant.addOIDCScope(`${params?.scope ?? ''}`);
  await grant.save();
  return grant;
}

/** Follows the provider's redirects, and answers what its pages would ask without loading them. */
async function visit(address: string, login: string | null): Promise<URL> {
  const cookies = new Map<string, string>();
  const { host } = new URL(address);
  let url = new URL(address);
  let form: Record<string, string> | undefined;
  let hasLoggedIn = false;
  for (let step = 0; step < 20; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { status, headers, text } = await exchange(url.href, {
      method: form ? 'POST' : 'GET',
      headers: {
        ...(cookie && { cookie }),
        [agreed]: 'yes',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form && new URLSearchParams(form).toString(),
    });
    for (const line of headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const location = headers.get('location');
    if (!location) {
      if (text.includes('name="state"')) return posted(text);
      throw new Error(`the provider answers ${status}: ${text}`);
    }
    url = new URL(location, url);
    form = undefined;
    if (url.host !== host) return url;
    if (!/^\/interaction\/[^/]+$/.test(url.pathname)) continue;
    if (login === null) url = new URL(`${url.pathname}/abort`, url);
    else form = hasLoggedIn ? { prompt: 'consent' } : { prompt: 'login', login };
    hasLoggedIn = true;
  }
  throw new Error('the provider sends the browser round in circles');
}

/** The form that a page of the provider submits by itself, as an address with its fields. */
function posted(page: string): URL {
  const url = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '');
  for (const [, name = '', value = ''] of page.matchAll(/name="(\w+)" value="([^"]*)"/g))
    url.searchParams.set(name, value.replaceAll('&amp;', '&'));
  return url;
}

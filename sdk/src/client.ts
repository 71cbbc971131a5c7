import { csrfCookie, csrfTokenIn, holdTokens, type Tokens, tokensIn } from './credentials.ts';
import { LatchkeyError } from './error.ts';
import { type Parts, send, urlOf, type Wire } from './request.ts';
import type { CallOptions, Client, EndpointName, Input, Route } from './types.ts';

export type ClientOptions = {
  /** The service's address. Empty in a page that the service itself serves. */
  baseUrl?: string;
  fetch?: typeof fetch;
  /** An access token or an API key. With it, cookies are neither sent nor needed. */
  token?: string;
  /** Renews an access token that has run out, once for all calls that wait for it. */
  refreshToken?: string;
  /** Told about every new pair, so that it can be kept somewhere. */
  onTokens?: (tokens: Tokens) => void;
  /** `cookie` is a browser's way; without a browser the tokens of a login are held in memory. */
  session?: 'cookie' | 'token';
};

export type Routes = Record<EndpointName, Route>;

/**
 * A client over a table of routes. `createClient` brings the contract's own; a page that counts its bytes brings
 * the same table without the schemas.
 */
export function clientFor(routes: Routes, options: ClientOptions = {}): Client {
  const wire: Wire = {
    baseUrl: (options.baseUrl ?? '').replace(/\/+$/, ''),
    fetch: options.fetch ?? ((...call) => globalThis.fetch(...call)),
  };
  const byCookie =
    (options.session ?? (typeof document === 'undefined' ? 'token' : 'cookie')) === 'cookie' &&
    options.token === undefined;
  const call = byCookie ? cookieCalls(wire, routes) : tokenCalls(wire, routes, options);
  const names = Object.keys(routes) as EndpointName[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (parts: Parts = {}, { signal }: CallOptions = {}) => call(routes[name], parts, signal),
    ]),
  ) as unknown as Client;
}

/** The address of an endpoint, for what a browser follows or shows by itself: a link, an image, a download. */
export function addressOf<Name extends EndpointName>(
  routes: Routes,
  name: Name,
  input: Pick<Input<Name>, keyof Input<Name> & ('params' | 'query')>,
  baseUrl = '',
): string {
  return urlOf(baseUrl, routes[name], input as Parts);
}

type Call = (route: Route, parts: Parts, signal: AbortSignal | undefined) => Promise<unknown>;

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof LatchkeyError && codes.includes(error.code);
}

/**
 * The session is a cookie, and an unsafe request repeats the CSRF cookie, or what the service last said is in it: a
 * page of another origin cannot read it. Asking who one is sets that cookie anew, and turns a remembered login into a
 * session, which an unsafe request cannot do for itself.
 */
function cookieCalls(wire: Wire, routes: Routes): Call {
  let told: string | undefined;
  const csrfToken = () => csrfCookie() ?? told;
  const attempt: Call = async (route, parts, signal) => {
    const token = route.method === 'GET' ? undefined : csrfToken();
    const headers: Record<string, string> = token ? { 'x-csrf-token': token } : {};
    const credentials = wire.baseUrl ? 'include' : 'same-origin';
    const answer = await send(wire, route, parts, { headers, credentials, signal });
    told = csrfTokenIn(answer) ?? told;
    return answer;
  };
  return async (route, parts, signal) => {
    if (route.csrf !== 'token') return attempt(route, parts, signal);
    const asked = !csrfToken();
    if (asked) await attempt(routes.me, {}, signal);
    try {
      return await attempt(route, parts, signal);
    } catch (error) {
      if (asked || !isCode(error, 'CSRF_INVALID', 'UNAUTHENTICATED')) throw error;
      await attempt(routes.me, {}, signal);
      return attempt(route, parts, signal);
    }
  };
}

function tokenCalls(wire: Wire, routes: Routes, { token, refreshToken, onTokens }: ClientOptions): Call {
  const held = holdTokens(token, refreshToken, onTokens);
  const attempt: Call = async (route, parts, signal) => {
    const headers: Record<string, string> = held.accessToken
      ? { authorization: `Bearer ${held.accessToken}` }
      : {};
    const answer = await send(wire, route, parts, { headers, credentials: 'omit', signal });
    const tokens = tokensIn(answer);
    if (tokens) held.keep(tokens);
    return answer;
  };
  let renewal: Promise<unknown> | undefined;
  const renew = (body: { refreshToken: string }) => {
    renewal ??= attempt(routes.refresh, { body }, undefined).finally(() => {
      renewal = undefined;
    });
    return renewal;
  };
  return async (route, parts, signal) => {
    const used = held.accessToken;
    try {
      return await attempt(route, parts, signal);
    } catch (error) {
      if (route === routes.refresh || !held.refreshToken || !isCode(error, 'UNAUTHENTICATED')) throw error;
      // Another call may have renewed the token while this one was under way.
      if (held.accessToken === used) await renew({ refreshToken: held.refreshToken });
      return attempt(route, parts, signal);
    }
  };
}

import { cookieCalls } from './cookie-calls.ts';
import type { CallRoute, ClientOptions, WireOptions } from './options.ts';
import { type Parts, urlOf, type Wire } from './request.ts';
import { type EndpointName, routes } from './routes.ts';
import { tokenCalls } from './token-calls.ts';
import type { CallOptions, Client, Input } from './types.ts';

/** A typed client for a Latchkey service, with one method per endpoint. */
export function createClient(options: ClientOptions = {}): Client {
  if (isByCookie(options)) return createCookieClient(options);
  return clientOver(tokenCalls(wireOf(options, 'omit'), options));
}

/** The same for a page that doesn't use tokens and wants a small bundle. */
export function createCookieClient(options: WireOptions = {}): Client {
  return clientOver(cookieCalls(wireOf(options, options.baseUrl ? 'include' : 'same-origin')));
}

function clientOver(call: CallRoute): Client {
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [
      name,
      (parts: Parts = {}, options: CallOptions = {}) => call(route, parts, options),
    ]),
  ) as unknown as Client;
}

function wireOf(options: WireOptions, credentials: RequestCredentials): Wire {
  const { timeoutMs = 30_000, retries = 2, fetch = (...call) => globalThis.fetch(...call) } = options;
  const { solveChallenge } = options;
  const organizationId = asFunction(options.organizationId);
  const locale = asFunction(options.locale);
  const baseUrl = baseUrlOf(options.baseUrl);
  return { baseUrl, fetch, timeoutMs, retries, credentials, organizationId, locale, solveChallenge };
}

type Chosen = string | undefined;
const asFunction = (chosen: Chosen | (() => Chosen)) =>
  typeof chosen === 'function' ? chosen : () => chosen;

const isInBrowser = () => typeof location !== 'undefined';

function isByCookie({ session, token }: ClientOptions): boolean {
  if (session === 'cookie' && !isInBrowser())
    throw new TypeError(
      "session: 'cookie' needs a browser, which keeps the cookies. Elsewhere use session: 'token', or pass an API key as token; to find out who calls your backend, use @latchkey/sdk/server.",
    );
  return (session ?? (isInBrowser() ? 'cookie' : 'token')) === 'cookie' && token === undefined;
}

function baseUrlOf(given = ''): string {
  const isAddress = /^https?:\/\//i.test(given) && URL.canParse(given);
  // The page's own address completes a path.
  if (!isAddress && !(isInBrowser() && /^(\/(?!\/)|$)/.test(given)))
    throw new TypeError(
      `createClient needs the address of your Latchkey as baseUrl, such as https://auth.example.com; it got ${given ? `"${given}"` : 'none'}.`,
    );
  return given.replace(/\/+$/, '');
}

/** The address of an endpoint, for links, images and downloads that the browser loads by itself. */
export function addressOf<Name extends EndpointName>(
  name: Name,
  input: Pick<Input<Name>, keyof Input<Name> & ('params' | 'query')>,
  baseUrl = '',
): string {
  return urlOf(baseUrl, routes[name], input as Parts);
}

/** A request from any framework: a Fetch API or Node.js request. */
export type Incoming = { method?: string | undefined; headers: HeaderBag };

type HeaderBag =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

export function headerOf({ headers }: Incoming, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const value = (headers as Record<string, string | string[] | undefined>)[name];
  return Array.isArray(value) ? value.join('; ') : value;
}

const sessionCookie = 'latchkey_session=';

/**
 * Only the headers that say who is calling, and in which organization. If a backend passed on a remembered login, it would be renewed there, and
 * the browser's own copy, now used up, would look stolen: that ends every session of its owner.
 */
export function credentialsOf(request: Incoming): Record<string, string> {
  const authorization = headerOf(request, 'authorization');
  const organizationId = headerOf(request, 'x-organization-id');
  const session = (headerOf(request, 'cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(sessionCookie));
  return {
    ...(authorization !== undefined && { authorization }),
    ...(session.length > 0 && { cookie: session.join('; ') }),
    ...(organizationId !== undefined && { 'x-organization-id': organizationId }),
  };
}

export function isSafe({ method = 'GET' }: Incoming): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/**
 * Whether a page on another origin may have sent this with its visitor's cookie. Browsers say so in Sec-Fetch-Site;
 * without it, their Origin header tells. A client that sends neither isn't a browser.
 */
export function isForeign(request: Incoming, allowedOrigins: readonly string[]): boolean {
  const origin = headerOf(request, 'origin');
  const site = headerOf(request, 'sec-fetch-site');
  if (origin !== undefined && allowedOrigins.includes(origin)) return false;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isHost(origin, headerOf(request, 'host'));
}

function isHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

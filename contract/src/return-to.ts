import { canParseUrl } from './urls.ts';
/** An application's entire sign-in request must fit. */
export const returnToMaxLength = 8000;
const decodings = 3;

/**
 * Where a sign-in may lead: a path of this service or an address on one of these origins, and nothing else. Anything a
 * browser or router could read as another place is refused, however it is written: `//host`, `/\host`, dots that
 * resolve to `//host`, a user before the host, or any of these encoded.
 */
export function safeReturnTo(
  value: string | undefined,
  baseUrl: string,
  origins: readonly string[],
): string | undefined {
  if (value === undefined || value.length > returnToMaxLength) return undefined;
  if (value.startsWith('/')) return pathHere(value, baseUrl);
  // Nothing that a browser would drop or rewrite.
  const authority = /^https?:\/\/([^/?#]+)/i.exec(value)?.[1];
  if (!authority || /[\\\s\p{Cc}]/u.test(value) || authority.includes('@') || !canParseUrl(value))
    return undefined;
  const url = new URL(value);
  if (url.origin === new URL(baseUrl).origin) return pathHere(url.pathname + url.search + url.hash, baseUrl);
  return origins.includes(url.origin) ? url.href : undefined;
}

function pathHere(value: string, baseUrl: string): string | undefined {
  if (!staysHere(value) || !canParseUrl(value, baseUrl)) return undefined;
  const url = new URL(value, baseUrl);
  if (url.origin !== new URL(baseUrl).origin || !staysHere(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}

function staysHere(value: string): boolean {
  const [path = ''] = value.split(/[?#]/);
  let decoded = path;
  for (let round = 0; round <= decodings; round++) {
    // Browsers drop some control characters, and read a backslash as a slash.
    if (/^\/\/|\\|\p{Cc}/u.test(decoded)) return false;
    const next = decode(decoded);
    if (next === undefined) return false;
    if (next === decoded) return true;
    decoded = next;
  }
  return false;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

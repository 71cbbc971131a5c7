const maxLength = 2000;
const decodings = 3;

/**
 * A path of this service to go back to, or `/`. Whatever a browser or a router could take for another host is not
 * one, however it is written: `//host`, `/\host`, dots that leave `//host` behind, or any of them encoded.
 */
export function safeReturnTo(value: string | undefined, baseUrl: string): string {
  if (value === undefined || value.length > maxLength || !value.startsWith('/')) return '/';
  if (!staysHere(value) || !URL.canParse(value, baseUrl)) return '/';
  const url = new URL(value, baseUrl);
  if (url.origin !== new URL(baseUrl).origin || !staysHere(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}

function staysHere(value: string): boolean {
  const [path = ''] = value.split(/[?#]/);
  let decoded = path;
  for (let round = 0; round <= decodings; round++) {
    // Browsers drop some control characters and read on, and take a backslash for a slash.
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

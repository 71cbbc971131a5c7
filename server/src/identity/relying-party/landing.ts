import type { OAuthError, SsoError } from '@latchkey/contract';
import type { Config } from '../../platform/config/config.ts';

type Urls = Pick<Config, 'baseUrl'>;

const isElsewhere = (returnTo: string) => !returnTo.startsWith('/');

/** A page on BASE_URL. */
export function pageAt({ baseUrl }: Urls, path: string, query: Record<string, string> = {}): URL {
  const search = new URLSearchParams(query).toString();
  return new URL(baseUrl + path + (search && `?${search}`));
}

/** Our own pages need no `returnTo`. */
export function loginWithError(urls: Urls, error: OAuthError | SsoError, returnTo = '/'): URL {
  return pageAt(urls, '/login', { error, ...(isElsewhere(returnTo) && { returnTo }) });
}

type SignedIn = { pendingToken: string } | { mustSetUpTwoFactor: boolean };

/** Where a sign-in by a provider continues or, at its end, the application it was started for. */
export function landingOf(urls: Urls, signedIn: SignedIn, returnTo: string): URL {
  if ('pendingToken' in signedIn)
    return pageAt(urls, '/auth/two-factor', { token: signedIn.pendingToken, returnTo });
  if (signedIn.mustSetUpTwoFactor)
    return pageAt(urls, '/profile/security', isElsewhere(returnTo) ? { returnTo } : {});
  return isElsewhere(returnTo) ? new URL(returnTo) : pageAt(urls, returnTo);
}

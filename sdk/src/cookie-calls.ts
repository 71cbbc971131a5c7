import { isCode } from './error.ts';
import { exclusively } from './exclusively.ts';
import type { CallRoute } from './options.ts';
import { send, type Wire } from './request.ts';
import { routes } from './routes.ts';

/** The double-submit value that a browser repeats in a header. Of two, the service reads the newer one, the last. */
function csrfCookie(): string | undefined {
  const cookies = globalThis.document?.cookie.split('; ') ?? [];
  return (
    cookies.findLast((cookie) => cookie.startsWith('csrf_token='))?.slice('csrf_token='.length) || undefined
  );
}

/** The same value, as login and me return it. */
function csrfTokenIn(answer: unknown): string | undefined {
  const token = (answer as { csrfToken?: unknown } | null)?.csrfToken;
  return typeof token === 'string' ? token : undefined;
}

/**
 * The session is a cookie. An unsafe request repeats the CSRF cookie, or the value the service last returned, because a
 * page on another origin can't read the cookie. Calling `me` renews that cookie and turns a remembered login into a
 * session, which an unsafe request can't do for itself.
 */
export function cookieCalls(wire: Wire): CallRoute {
  let told: string | undefined;
  const csrfToken = () => csrfCookie() ?? told;
  const attempt: CallRoute = async (route, parts, options) => {
    const token = route.method === 'GET' ? undefined : csrfToken();
    const headers: Record<string, string> = token ? { 'x-csrf-token': token } : {};
    const answer = await send(wire, { route, parts, headers, options });
    told = csrfTokenIn(answer) ?? told;
    return answer;
  };
  return async (route, parts, options) => {
    // A second tab waits, then sends the cookie that the first one got.
    if (route === routes.refresh) return exclusively(wire.baseUrl, () => attempt(route, parts, options));
    if (!route.needsCsrfToken) return attempt(route, parts, options);
    // In no chosen organization: one that people have left must not keep them from signing out.
    const renew = () => attempt(routes.me, {}, { ...options, organizationId: null });
    const asked = !csrfToken();
    if (asked) await renew();
    try {
      return await attempt(route, parts, options);
    } catch (error) {
      if (asked || !isCode(error, 'CSRF_INVALID', 'UNAUTHENTICATED')) throw error;
      await renew();
      return attempt(route, parts, options);
    }
  };
}

import { type CookieName, cookieNames, lifetimes } from '@latchkey/contract';
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionGrant } from '../identity/sessions/session-grant.ts';
import type { Config } from '../platform/config/config.ts';
import { domainsOf } from '../platform/config/cookie-domain.ts';

const day = 86_400;

const attributes: Record<CookieName, Omit<SetCookie, 'name' | 'value'>> = {
  session: { httpOnly: true, sameSite: 'lax', path: '/' },
  csrf: { sameSite: 'strict', path: '/' },
  refresh: { httpOnly: true, sameSite: 'lax', path: '/api/auth' },
  rememberMe: { httpOnly: true, sameSite: 'lax', path: '/' },
  // Lax: a provider sends the browser back from another site.
  oauthState: { httpOnly: true, sameSite: 'lax', path: '/api/auth/oauth' },
  oauthPending: { httpOnly: true, sameSite: 'lax', path: '/api/auth/oauth' },
  ssoState: { httpOnly: true, sameSite: 'lax', path: '/api/auth/sso' },
  // A preference, no secret. Lax: links from elsewhere open in the same language.
  locale: { sameSite: 'lax', path: '/' },
  // Strict: only our own pages send it.
  emailCode: { httpOnly: true, sameSite: 'strict', path: '/api/auth/email-code' },
};

/** The cookies of a session; signing out clears all of them. */
const ofSession: readonly CookieName[] = ['session', 'csrf', 'refresh', 'rememberMe'];

/** The cookies that other hosts see with COOKIE_DOMAIN. Those that renew a session stay on this host. */
const shared: readonly CookieName[] = ['session', 'csrf'];

/**
 * Of two cookies with the same name, the newer one, which browsers send last. There are two if COOKIE_DOMAIN
 * changed between two logins.
 */
export function cookiesOf(request: FastifyRequest): Record<string, string | undefined> {
  const { cookie } = request.headers;
  request.cookies ??= cookie ? parseCookie(newestFirst(cookie)) : {};
  return request.cookies;
}

function newestFirst(header: string): string {
  return header.includes(';') ? header.split(';').reverse().join(';') : header;
}

/** Every cookie of this name: a request doesn't say which was set for which domain, or by whom. */
export function valuesOf(request: FastifyRequest, name: CookieName): string[] {
  const { cookie = '' } = request.headers;
  const key = cookieNames[name];
  const newest = cookiesOf(request)[key];
  if (newest === undefined) return [];
  if (cookie.indexOf(key) === cookie.lastIndexOf(key)) return [newest];
  return cookie.split(';').flatMap((pair) => parseCookie(pair)[key] ?? []);
}

/** Undefined if there are two that differ: a sibling host may have set one of them. */
export function soleValueOf(request: FastifyRequest, name: CookieName): string | undefined {
  const values = new Set(valuesOf(request, name));
  return values.size === 1 ? values.values().next().value : undefined;
}

/** Whether several cookies claim to be this browser's session. */
export function hasDoubles(request: FastifyRequest): boolean {
  return (['session', 'rememberMe'] as const).some((name) => valuesOf(request, name).length > 1);
}

export type CookieJar = ReturnType<typeof cookieJar>;

type CookieConfig = Pick<Config, 'secureCookies' | 'cookieDomain' | 'baseUrl'>;

/** The only place that knows the attributes of cookies. */
function cookieSetter({ secureCookies: secure, cookieDomain, baseUrl }: CookieConfig) {
  const places = [undefined, ...domainsOf(new URL(baseUrl).hostname)];
  const write = (reply: FastifyReply, cookie: SetCookie, domain: string | undefined) =>
    // Every value consists of characters a cookie may hold unencoded.
    reply.header(
      'set-cookie',
      stringifySetCookie({ ...cookie, ...(domain && { domain }) }, { encode: String }),
    );
  return (reply: FastifyReply, name: CookieName, value: string, maxAge: number): void => {
    const cookie = { name: cookieNames[name], secure, ...attributes[name] };
    const domain = shared.includes(name) ? cookieDomain : undefined;
    // A cookie set with another COOKIE_DOMAIN, or none, would live on next to this one. A request doesn't say
    // which it has.
    const isLeftOver = valuesOf(reply.request, name).length > (shared.includes(name) ? 0 : 1);
    for (const place of isLeftOver ? places.filter((each) => each !== domain) : [])
      write(reply, { ...cookie, value: '', maxAge: 0 }, place);
    write(reply, { ...cookie, value, maxAge }, domain);
  };
}

/** Sets and clears the cookies. */
export function cookieJar(config: CookieConfig) {
  const set = cookieSetter(config);
  return {
    grant(reply: FastifyReply, grant: SessionGrant): void {
      set(
        reply,
        'session',
        grant.sessionCookie,
        (grant.rememberToken ? lifetimes.rememberMeDays : lifetimes.sessionDays) * day,
      );
      set(reply, 'csrf', grant.csrfToken, lifetimes.csrfTokenDays * day);
      set(reply, 'refresh', grant.tokens.refreshToken, lifetimes.refreshTokenDays * day);
      if (grant.rememberToken) set(reply, 'rememberMe', grant.rememberToken, lifetimes.rememberMeDays * day);
      // If another user left it behind, it would sign this browser in as them once the session ends.
      else if (cookiesOf(reply.request)[cookieNames.rememberMe]) set(reply, 'rememberMe', '', 0);
      if (grant.user.locale) set(reply, 'locale', grant.user.locale, lifetimes.localeDays * day);
    },
    /** Null clears it. */
    locale: (reply: FastifyReply, locale: string | null) =>
      set(reply, 'locale', locale ?? '', locale ? lifetimes.localeDays * day : 0),
    refresh: (reply: FastifyReply, token: string) =>
      set(reply, 'refresh', token, lifetimes.refreshTokenDays * day),
    /**
     * For a session without one, or with one from another COOKIE_DOMAIN, in which case the session cookie is
     * too.
     */
    csrf(reply: FastifyReply, token: string): void {
      set(reply, 'csrf', token, lifetimes.csrfTokenDays * day);
      const session = soleValueOf(reply.request, 'session');
      if (config.cookieDomain && session) set(reply, 'session', session, lifetimes.sessionDays * day);
    },
    clear(reply: FastifyReply): void {
      for (const name of ofSession) set(reply, name, '', 0);
    },
    oauthState: (reply: FastifyReply, ticket: string) =>
      set(reply, 'oauthState', ticket, lifetimes.oauthStateMinutes * 60),
    clearOAuthState: (reply: FastifyReply) => set(reply, 'oauthState', '', 0),
    /** Empty clears it. */
    ssoState: (reply: FastifyReply, ticket: string) =>
      set(reply, 'ssoState', ticket, ticket === '' ? 0 : lifetimes.ssoStateMinutes * 60),
    /** Empty clears it. */
    emailCode: (reply: FastifyReply, secret: string) =>
      set(reply, 'emailCode', secret, secret === '' ? 0 : lifetimes.emailCodeMinutes * 60),
    /** Empty clears it. */
    oauthPending: (reply: FastifyReply, proofs: string) =>
      set(reply, 'oauthPending', proofs, proofs === '' ? 0 : lifetimes.oauthPendingMinutes * 60),
  };
}

/** Longer than any that we issue. */
const longestCredential = 4096;

/** What a request shows to say whose it is, whether or not it is valid. */
export function credentialOf(request: FastifyRequest): string | undefined {
  const shown = request.headers.authorization ?? cookiesOf(request)[cookieNames.session];
  return shown && shown.length <= longestCredential ? shown : undefined;
}

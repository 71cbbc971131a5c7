import { type CookieName, cookieNames, lifetimes } from '@latchkey/contract';
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionGrant } from '../accounts/session-grant.ts';

const day = 86_400;

const attributes: Record<CookieName, Omit<SetCookie, 'name' | 'value'>> = {
  session: { httpOnly: true, sameSite: 'lax', path: '/' },
  csrf: { sameSite: 'strict', path: '/' },
  refresh: { httpOnly: true, sameSite: 'lax', path: '/api/auth' },
  rememberMe: { httpOnly: true, sameSite: 'lax', path: '/' },
  // Lax: a provider sends the browser back from another site.
  oauthState: { httpOnly: true, sameSite: 'lax', path: '/api/auth/oauth' },
  oauthPending: { httpOnly: true, sameSite: 'lax', path: '/api/auth/oauth' },
};

/** What a session is made of; signing out ends all of it. */
const ofSession: readonly CookieName[] = ['session', 'csrf', 'refresh', 'rememberMe'];

export function cookiesOf(request: FastifyRequest): Record<string, string | undefined> {
  request.cookies ??= request.headers.cookie ? parseCookie(request.headers.cookie) : {};
  return request.cookies;
}

export type CookieJar = ReturnType<typeof cookieJar>;

/** Sets and clears the cookies; nobody else knows their attributes. */
export function cookieJar(secure: boolean) {
  const set = (reply: FastifyReply, name: CookieName, value: string, maxAge: number) =>
    reply.header(
      'set-cookie',
      // Every value is made of characters a cookie may hold as they are.
      stringifySetCookie(
        { name: cookieNames[name], value, maxAge, secure, ...attributes[name] },
        { encode: String },
      ),
    );
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
      // Left behind by somebody else, it would turn this browser into them once the session ends.
      else if (cookiesOf(reply.request)[cookieNames.rememberMe]) set(reply, 'rememberMe', '', 0);
    },
    refresh: (reply: FastifyReply, token: string) =>
      set(reply, 'refresh', token, lifetimes.refreshTokenDays * day),
    csrf: (reply: FastifyReply, token: string) => set(reply, 'csrf', token, lifetimes.csrfTokenDays * day),
    clear(reply: FastifyReply): void {
      for (const name of ofSession) set(reply, name, '', 0);
    },
    oauthState: (reply: FastifyReply, ticket: string) =>
      set(reply, 'oauthState', ticket, lifetimes.oauthStateMinutes * 60),
    clearOAuthState: (reply: FastifyReply) => set(reply, 'oauthState', '', 0),
    /** Empty clears it. */
    oauthPending: (reply: FastifyReply, proofs: string) =>
      set(reply, 'oauthPending', proofs, proofs === '' ? 0 : lifetimes.oauthPendingMinutes * 60),
  };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import { findSessionCaller } from '../auth/caller-store.ts';
import { originOf } from '../auth/origin.ts';
import { resumeLogin } from '../auth/remember.ts';
import type { Deps } from '../deps.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Client } from './client.ts';
import { type CookieJar, cookieNames, cookiesOf } from './cookies.ts';

/**
 * Who is calling. A Bearer value is judged alone: a bad one is 401 even beside a good cookie. Without either, a safe
 * request may resume a remembered login.
 */
export async function authenticate(
  deps: Deps,
  jar: CookieJar,
  request: FastifyRequest,
  reply: FastifyReply,
  client: Client,
): Promise<Caller | Refusal> {
  const authorization = request.headers.authorization;
  if (authorization !== undefined) return byBearer(deps, authorization);
  const cookies = cookiesOf(request);
  const sealed = cookies[cookieNames.session];
  const sessionId = sealed ? deps.credentials.readSessionCookie(sealed) : undefined;
  const caller = sessionId && (await bySession(deps, sessionId, 'cookie'));
  if (caller) return caller;
  const remembered = cookies[cookieNames.rememberMe];
  if (!remembered || !isSafe(request.method)) return refuse('UNAUTHENTICATED');
  return resume(deps, jar, reply, remembered, client);
}

async function byBearer(deps: Deps, authorization: string): Promise<Caller | Refusal> {
  const token = /^Bearer +([^\s]+)$/i.exec(authorization)?.[1];
  const claims = token && deps.credentials.readAccessToken(token, deps.clock.now());
  const caller = claims && (await bySession(deps, claims.sessionId, 'accessToken'));
  return caller && caller.user.id === claims.userId ? caller : refuse('UNAUTHENTICATED');
}

async function bySession(
  deps: Deps,
  sessionId: string,
  via: 'cookie' | 'accessToken',
): Promise<Caller | undefined> {
  const now = deps.clock.now();
  const row = await findSessionCaller(deps.sql, sessionId, now);
  if (!row) return undefined;
  deps.lastSeen.note(sessionId, now);
  const { organizationId, organizationName, organizationSlug, permissions } = row;
  const organization =
    organizationId && organizationName !== null && organizationSlug !== null
      ? { id: organizationId, name: organizationName, slug: organizationSlug }
      : null;
  return { via, user: row, sessionId, organization, permissions };
}

async function resume(
  deps: Deps,
  jar: CookieJar,
  reply: FastifyReply,
  cookie: string,
  client: Client,
): Promise<Caller | Refusal> {
  const resumed = await resumeLogin(deps, cookie, originOf(client, deps.clock));
  if (resumed === undefined) return refuse('UNAUTHENTICATED');
  if (isRefusal(resumed)) {
    jar.clear(reply);
    return resumed;
  }
  jar.grant(reply, resumed);
  return (await bySession(deps, resumed.sessionId, 'cookie')) ?? refuse('UNAUTHENTICATED');
}

export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { record } from '../audit/record.ts';
import type { Deps } from '../deps.ts';
import type { Client } from '../http/client.ts';
import { type CookieJar, cookieNames, cookiesOf } from '../http/cookies.ts';
import { originOf } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Caller, Impersonation } from './caller.ts';
import { type CallerRow, findKeyCaller, findSessionCallers, type SessionCallerRow } from './caller-store.ts';
import { effectiveCaller } from './effective-caller.ts';
import { hashOfKey, looksLikeKey } from './raw-key.ts';
import { resumeLogin } from './resume-login.ts';

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
  if (request.headers.authorization !== undefined) return byBearer(deps, bearerOf(request), client);
  const cookies = cookiesOf(request);
  const sealed = cookies[cookieNames.session];
  const sessionId = sealed ? deps.credentials.readSessionCookie(sealed) : undefined;
  const caller = sessionId && (await bySession(deps, sessionId, 'cookie', client));
  if (caller) return caller;
  const remembered = cookies[cookieNames.rememberMe];
  if (!remembered || !isSafe(request.method)) return refuse('UNAUTHENTICATED');
  return resume(deps, jar, reply, remembered, client);
}

export function presentsKey(request: FastifyRequest): boolean {
  return looksLikeKey(bearerOf(request));
}

/** A key that may only read is told so before anything else is looked at, on any path. */
export async function refuseReader(
  deps: Deps,
  request: FastifyRequest,
  client: Client,
): Promise<Refusal | undefined> {
  if (isSafe(request.method) || !presentsKey(request)) return undefined;
  const holder = await byKey(deps, bearerOf(request), client);
  return !isRefusal(holder) && holder.keyPermission === 'READ_ONLY' ? refuse('API_KEY_READ_ONLY') : undefined;
}

/** Empty for a header that is missing or holds anything else. */
function bearerOf({ headers }: FastifyRequest): string {
  return /^Bearer +([^\s]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

async function byBearer(deps: Deps, token: string, client: Client): Promise<Caller | Refusal> {
  if (looksLikeKey(token)) return byKey(deps, token, client);
  const claims = deps.credentials.readAccessToken(token, deps.clock.now());
  const caller = claims && (await bySession(deps, claims.sessionId, 'accessToken', client));
  return caller && caller.user.id === claims.userId ? caller : refuse('UNAUTHENTICATED');
}

async function byKey(deps: Deps, key: string, client: Client): Promise<Caller | Refusal> {
  const keyHash = hashOfKey(key);
  const origin = originOf(client, deps.clock);
  const row = keyHash && (await findKeyCaller(deps.sql, keyHash, origin.now));
  if (!row) return refuse('API_KEY_INVALID');
  const { keyId, keyPrefix, keyPermission } = row;
  deps.lastUsed.note(keyId, origin.now);
  if (deps.config.auditApiKeyUse)
    await record(deps.sql, origin, { action: 'API_KEY_USED', user: row, metadata: { keyId, keyPrefix } });
  return { ...callerOf(row), via: 'apiKey', sessionId: null, keyPermission };
}

/** The cookie speaks for whoever its session impersonates; an access token is always its owner's. */
async function bySession(
  deps: Deps,
  sessionId: string,
  via: 'cookie' | 'accessToken',
  client: Client,
): Promise<Caller | undefined> {
  const origin = originOf(client, deps.clock);
  const rows = await findSessionCallers(deps.sql, sessionId, origin.now);
  const owner = rows.find((row) => row.ownsSession);
  if (!owner) return undefined;
  deps.lastSeen.note(sessionId, origin.now);
  const session = { via, sessionId, keyPermission: null };
  const self = { ...callerOf(owner), ...session };
  const target = rows.find((row) => !row.ownsSession);
  const impersonation = via === 'cookie' && impersonationOf(owner, target);
  if (!impersonation) return self;
  return effectiveCaller(deps, self, target && { ...callerOf(target), ...session }, impersonation, origin);
}

function callerOf(row: CallerRow): Pick<Caller, 'user' | 'organization' | 'permissions' | 'impersonation'> {
  const { organizationId, organizationName, organizationSlug, permissions } = row;
  const organization =
    organizationId && organizationName !== null && organizationSlug !== null
      ? { id: organizationId, name: organizationName, slug: organizationSlug }
      : null;
  return { user: row, organization, permissions, impersonation: null };
}

function impersonationOf(
  owner: SessionCallerRow,
  target: SessionCallerRow | undefined,
): Impersonation | undefined {
  const { impersonatedUserId, impersonatedEmail, impersonationStartedAt } = owner;
  if (!impersonatedUserId || !impersonatedEmail || !impersonationStartedAt) return undefined;
  return {
    originalUserId: owner.id,
    originalEmail: owner.email,
    originalRole: owner.role,
    originalOrganizationId: owner.organizationId,
    targetUserId: impersonatedUserId,
    targetEmail: impersonatedEmail,
    targetOrganizationId: (target ?? owner).organizationId,
    startedAt: impersonationStartedAt,
  };
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
  return (await bySession(deps, resumed.sessionId, 'cookie', client)) ?? refuse('UNAUTHENTICATED');
}

export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

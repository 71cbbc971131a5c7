import { apiKeyLiteral } from '@latchkey/contract';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { hasSecondFactor, mustHaveTwoFactor } from '../credentials/two-factor.ts';
import { isStale, judge } from '../policies/judge.ts';
import { endIfStale } from '../policies/stale-sessions.ts';
import type { SessionGrant } from '../sessions/session-grant.ts';
import type { SignIn } from '../sessions/session-store.ts';
import type { AnyCaller, Caller, Impersonation, OpenContext, SessionCaller, TokenCaller } from './caller.ts';
import {
  type CallerRow,
  impersonatedCallers,
  keyCallers,
  type SessionCallerRow,
  sessionCallers,
} from './caller-store.ts';
import { endImpersonation, endingOf } from './impersonation.ts';
import { findCallerByOrganizationKey, looksLikeOrganizationKey } from './organization-key.ts';
import { resumeLogin } from './resume-login.ts';

type Pair = {
  admin: SessionCaller;
  target: Omit<SessionCaller, 'kind' | 'impersonation' | 'signIn'> | undefined;
  impersonation: Impersonation;
};

/**
 * The target while the impersonation lasts. After its hour the ADMIN again, starting with this request; if it can't go on
 * for another reason, the ADMIN, whose request is refused (http/authorize.ts): it was meant for the target.
 */
async function effectiveCaller(
  { deps, origin }: OpenContext,
  { admin, target, impersonation }: Pair,
): Promise<SessionCaller> {
  const ending = endingOf(admin, target, impersonation.startedAt, origin.now);
  // The ADMIN has proven both factors, and must not set them up for someone else. Policies judge the ADMIN's own session.
  const verdict = { ...admin.verdict, twoFactorDueAt: null };
  const own = { kind: 'session', signIn: admin.signIn, verdict, mustSetUpTwoFactor: false } as const;
  if (!ending && target) return { ...target, ...own, impersonation };
  if (ending?.action === 'ADMIN_IMPERSONATION_END')
    return { ...admin, impersonation: { ...impersonation, over: ending }, mustSetUpTwoFactor: false };
  if (ending)
    await transact(deps, (tx) =>
      endImpersonation(tx, { sessionId: admin.sessionId, impersonation, ending }, origin),
    );
  return admin;
}

const shownLength = apiKeyLiteral.length + 4;
// 32 bytes in base64url.
const secretPattern = /^[\w-]{43}$/;

/** A key as its owner sees it, once. We keep only its hash, and a prefix to tell it from others. */
export function newKey(): { key: string; keyHash: Buffer; keyPrefix: string } {
  const key = apiKeyLiteral + newToken().token;
  return { key, keyHash: sha256(key), keyPrefix: key.slice(0, shownLength) };
}

function looksLikeKey(bearer: string): boolean {
  return bearer.startsWith(apiKeyLiteral);
}

/**
 * The hash to look up a presented key by, in hexadecimal. Undefined for anything `newKey` can't have made.
 */
function hashOfKey(presented: string): string | undefined {
  const isKey = secretPattern.test(presented.slice(apiKeyLiteral.length));
  return isKey ? sha256(presented).toString('hex') : undefined;
}

/** `again`: later in the same request. */
async function findCallerByKey(
  context: OpenContext,
  key: string,
  { again = false } = {},
): Promise<Caller | undefined> {
  const { deps, origin } = context;
  const keyHash = hashOfKey(key);
  const row = keyHash && (await deps.lookups.find(keyCallers, keyHash));
  if (!row || (row.keyExpiresAt && row.keyExpiresAt <= origin.now)) return undefined;
  const { keyId, keyPrefix, keyPermission } = row;
  deps.lastUse.keys.note(keyId, origin.now);
  if (deps.config.auditApiKeyUse && !again)
    await record(deps.sql, origin, { action: 'API_KEY_USED', user: row, metadata: { keyId, keyPrefix } });
  return { ...personOf(context, row, null), kind: 'apiKey', keyId, keyPermission };
}

/** The cookie acts as the user its session impersonates; an access token always acts as its owner. */
async function findCallerBySession(
  context: OpenContext,
  sessionId: string,
  kind: 'session' | 'accessToken',
): Promise<SessionCaller | TokenCaller | undefined> {
  const { deps, origin } = context;
  const owner = await deps.lookups.find(sessionCallers, sessionId);
  if (!owner || owner.sessionExpiresAt <= origin.now) return undefined;
  if (isStale(owner.policies, owner, origin.now) && (await endIfStale(deps, sessionId, origin.now)))
    return undefined;
  deps.lastUse.sessions.note(sessionId, origin.now);
  const signIn = { method: owner.signInMethod, at: owner.signedInAt, secondFactor: owner.secondFactor };
  const self = { ...personOf(context, owner, signIn), signIn };
  if (kind === 'accessToken') return { ...self, kind, sessionId };
  const admin: SessionCaller = { ...self, kind, sessionId, impersonation: null };
  if (!owner.impersonatedUserId) return admin;
  const target = await deps.lookups.find(impersonatedCallers, owner.impersonatedUserId);
  const impersonation = impersonationIn(owner, target);
  if (!impersonation) return admin;
  return effectiveCaller(context, {
    admin,
    target: target && { ...personOf(context, target, null), sessionId },
    impersonation,
  });
}

function personOf({ deps: { config }, origin }: OpenContext, row: CallerRow, signIn: SignIn | null) {
  const { policies, organizationId, organizationName, organizationSlug } = row;
  const { organizationRole } = row;
  const organization =
    organizationId && organizationName !== null && organizationSlug !== null
      ? { id: organizationId, name: organizationName, slug: organizationSlug }
      : null;
  const permissions = permissionsOf(row);
  const judged = { organizationId, organizationRole, hasSecondFactor: hasSecondFactor(config, row), signIn };
  const verdict = judge(config, policies, judged, origin.now);
  const mustSetUpTwoFactor =
    verdict.lacksTwoFactor || (!judged.hasSecondFactor && mustHaveTwoFactor({ permissions }));
  const { publicMetadata, pendingEmail: email, pendingEmailUntil: until } = row;
  const pending = email && until ? { email, until } : null;
  const standing = { policies, verdict, mustSetUpTwoFactor };
  return { user: row, permissions, organization, publicMetadata, pending, ...standing };
}

/** Only people who see everyone change what everyone is asked for. */
function permissionsOf({ rolePermissions, furtherPermissions }: CallerRow): readonly string[] {
  if (furtherPermissions.length === 0) return rolePermissions;
  const all = [...new Set([...rolePermissions, ...furtherPermissions])];
  return all.includes('users:read') ? all : all.filter((each) => !each.startsWith('policies:'));
}

function impersonationIn(owner: SessionCallerRow, target: CallerRow | undefined): Impersonation | undefined {
  const { impersonatedUserId, impersonatedEmail, impersonationStartedAt } = owner;
  if (!impersonatedUserId || impersonatedEmail === null || !impersonationStartedAt) return undefined;
  return {
    originalUserId: owner.id,
    originalEmail: owner.email,
    originalRole: owner.role,
    originalOrganizationId: owner.organizationId,
    targetUserId: impersonatedUserId,
    targetEmail: impersonatedEmail,
    targetOrganizationId: (target ?? owner).organizationId,
    startedAt: impersonationStartedAt,
    over: null,
  };
}

/** The credentials of a request. */
export type Presented = {
  authorization: string | undefined;
  /** Session cookies: several if they were set for different domains. */
  sessions: string[];
  rememberMe: string | undefined;
  /** Only a safe request may resume a remembered login: an unsafe one has no CSRF token yet. */
  isSafe: boolean;
};

/** `renewed`: the session that a remembered login was exchanged for, to be set as cookies. */
export type Authenticated = { caller: AnyCaller; renewed?: SessionGrant };

/**
 * Who is calling. A Bearer value is judged on its own: a bad one is 401 even with a good cookie. With neither, a safe
 * request may resume a remembered login.
 */
export async function authenticate(
  context: OpenContext,
  { authorization, sessions, rememberMe, isSafe }: Presented,
): Promise<Authenticated | Refusal> {
  if (authorization !== undefined) return byBearer(context, bearerOf(authorization));
  const [sessionId, ...others] = new Set(
    sessions.flatMap((sealed) => context.deps.credentials.readSessionCookie(sealed) ?? []),
  );
  // A sibling host may have set one of them, to make this browser act for another account.
  if (others.length > 0) return refuse('UNAUTHENTICATED');
  const caller = sessionId && (await findCallerBySession(context, sessionId, 'session'));
  if (caller) return { caller };
  return rememberMe && isSafe ? byRememberedLogin(context, rememberMe) : refuse('UNAUTHENTICATED');
}

/** The same caller as they are now, later in the same request. */
export function findAgain(
  context: OpenContext,
  caller: AnyCaller,
  authorization: string | undefined,
): Promise<AnyCaller | undefined> {
  if (caller.kind === 'organizationKey') return findCallerByOrganizationKey(context, bearerOf(authorization));
  return caller.kind === 'apiKey'
    ? findCallerByKey(context, bearerOf(authorization), { again: true })
    : findCallerBySession(context, caller.sessionId, caller.kind);
}

export function presentsKey({ authorization }: { authorization?: string | undefined }): boolean {
  return looksLikeKey(bearerOf(authorization));
}

export function presentsOrganizationKey({ authorization }: { authorization?: string | undefined }): boolean {
  return looksLikeOrganizationKey(bearerOf(authorization));
}

/** Empty if the header is missing or holds anything else. */
function bearerOf(authorization: string | undefined): string {
  return /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? '';
}

async function byBearer(context: OpenContext, token: string): Promise<Authenticated | Refusal> {
  if (looksLikeOrganizationKey(token)) {
    const caller = await findCallerByOrganizationKey(context, token);
    return caller ? { caller } : refuse('API_KEY_INVALID');
  }
  const isKey = looksLikeKey(token);
  const caller = isKey ? await findCallerByKey(context, token) : await byAccessToken(context, token);
  return caller ? { caller } : refuse(isKey ? 'API_KEY_INVALID' : 'UNAUTHENTICATED');
}

async function byAccessToken(context: OpenContext, token: string): Promise<Caller | undefined> {
  const claims = context.deps.credentials.readAccessToken(token, context.origin.now);
  const caller = claims && (await findCallerBySession(context, claims.sessionId, 'accessToken'));
  return caller && caller.user.id === claims.userId ? caller : undefined;
}

async function byRememberedLogin(context: OpenContext, cookie: string): Promise<Authenticated | Refusal> {
  const renewed = await resumeLogin(context, cookie);
  if (renewed === undefined) return refuse('UNAUTHENTICATED');
  if (isRefusal(renewed)) return renewed;
  const caller = await findCallerBySession(context, renewed.sessionId, 'session');
  return caller ? { caller, renewed } : refuse('UNAUTHENTICATED');
}

import { apiKeyLiteral } from '@latchkey/contract';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { isStale } from '../policies/judge.ts';
import { endIfStale } from '../policies/stale-sessions.ts';
import type { SessionGrant } from '../sessions/session-grant.ts';
import type { AnyCaller, Caller, OpenContext, SessionCaller, TokenCaller } from './caller.ts';
import { chosenSessionCallers, inOrganization, keyCallers, sessionCallers } from './caller-store.ts';
import { type Choice, idOf, isForeign, type NotTheirs } from './choice.ts';
import { findMask } from './masked-caller.ts';
import { findCallerByOrganizationKey, looksLikeOrganizationKey } from './organization-key.ts';
import { personOf, signedIn } from './person.ts';
import { resumeLogin } from './resume-login.ts';

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

/** `silent`: it isn't a use to be recorded, or was recorded earlier in the same request. */
async function findCallerByKey(
  context: OpenContext,
  key: string,
  { silent, choice }: { silent: boolean; choice: Choice },
): Promise<Caller | NotTheirs | undefined> {
  const { deps, origin } = context;
  const keyHash = hashOfKey(key);
  const row = keyHash && (await deps.lookups.find(keyCallers, keyHash));
  if (!row || (row.keyExpiresAt && row.keyExpiresAt <= origin.now)) return undefined;
  // It ends with the membership.
  if (row.organizationId !== row.boundTo) return undefined;
  const { keyId, keyPrefix, keyPermission, byConnection } = row;
  deps.lastUse.keys.note(keyId, origin.now);
  if (!silent) await recordKeyUse(context, { user: row, keyId, keyPrefix });
  if (isForeign(choice, row.organizationId)) return refuse('NO_ORGANIZATION');
  const person = personOf(context, row, { signIn: null, endsAt: row.keyExpiresAt });
  return { ...person, kind: 'apiKey', keyId, keyPrefix, keyPermission, byConnection };
}

/** Only where every use is recorded. */
export async function recordKeyUse(
  { deps, origin }: OpenContext,
  { user, keyId, keyPrefix }: { user: UserRow; keyId: string; keyPrefix: string },
): Promise<void> {
  if (!deps.config.auditApiKeyUse) return;
  await record(deps.sql, origin, { action: 'API_KEY_USED', user, metadata: { keyId, keyPrefix } });
}

/** The cookie acts as the user its session impersonates; an access token always acts as its owner. */
async function findCallerBySession(
  context: OpenContext,
  sessionId: string,
  { kind, choice, tokenEndsAt }: { kind: 'session' | 'accessToken'; choice: Choice; tokenEndsAt?: Date },
): Promise<SessionCaller | TokenCaller | NotTheirs | undefined> {
  const { deps, origin } = context;
  const chosen = idOf(choice);
  const owner = await (chosen
    ? deps.lookups.find(chosenSessionCallers, inOrganization(sessionId, chosen))
    : deps.lookups.find(sessionCallers, sessionId));
  if (!owner || owner.sessionExpiresAt <= origin.now) return undefined;
  if (
    isStale(deps.config, owner.policies, owner, origin.now) &&
    (await endIfStale(deps, sessionId, origin.now))
  )
    return undefined;
  // Under a limit on idle sessions, every node needs to know.
  deps.lastUse.sessions.note(sessionId, origin.now, owner.lastSeenAt !== null);
  const masked = kind === 'session' && (await findMask(context, owner, choice));
  if (masked) return masked;
  if (isForeign(choice, owner.organizationId)) return refuse('NO_ORGANIZATION');
  const { sessionExpiresAt } = owner;
  const endsAt = tokenEndsAt && tokenEndsAt < sessionExpiresAt ? tokenEndsAt : sessionExpiresAt;
  const self = signedIn(context, owner, endsAt);
  return kind === 'accessToken'
    ? Object.assign(self, { kind })
    : Object.assign(self, { kind, impersonation: null });
}

/** The credentials of a request. */
export type Presented = {
  authorization: string | undefined;
  /** Session cookies: several if they were set for different domains. */
  sessions: string[];
  rememberMe: string | undefined;
  /** Only a safe request may resume a remembered login: an unsafe one has no CSRF token yet. */
  isSafe: boolean;
  choice: Choice;
  /** True: a key's use isn't recorded here. */
  silent?: boolean;
};

/**
 * `renewed`: the session that a remembered login was exchanged for, to be set as cookies even if the request is refused
 * because it chose an organization that isn't theirs.
 */
export type Authenticated = { caller: AnyCaller; renewed?: SessionGrant; isForeign?: boolean };

/**
 * Who is calling. A Bearer value is judged on its own: a bad one is 401 even with a good cookie. With neither, a safe
 * request may resume a remembered login.
 */
export async function authenticate(
  context: OpenContext,
  { authorization, sessions, rememberMe, isSafe, choice, silent = false }: Presented,
): Promise<Authenticated | Refusal> {
  if (authorization !== undefined) return byBearer(context, bearerOf(authorization), { choice, silent });
  const ids = sessions.flatMap((sealed) => context.deps.credentials.readSessionCookie(sealed) ?? []);
  const [sessionId] = ids;
  // A sibling host may have set one of them, to make this browser act for another account.
  if (ids.some((id) => id !== sessionId)) return refuse('UNAUTHENTICATED');
  const caller = sessionId && (await findCallerBySession(context, sessionId, { kind: 'session', choice }));
  if (caller) return isRefusal(caller) ? caller : { caller };
  return rememberMe && isSafe ? byRememberedLogin(context, rememberMe, choice) : refuse('UNAUTHENTICATED');
}

/** The same caller as they are now, later in the same request. */
export function findAgain(
  context: OpenContext,
  caller: AnyCaller,
  { authorization, choice }: Pick<Presented, 'authorization' | 'choice'>,
): Promise<AnyCaller | NotTheirs | undefined> {
  if (caller.kind === 'organizationKey') return findCallerByOrganizationKey(context, bearerOf(authorization));
  if (caller.kind === 'apiKey')
    return findCallerByKey(context, bearerOf(authorization), { silent: true, choice });
  const { kind, endsAt } = caller;
  const token = kind === 'accessToken' && endsAt ? { tokenEndsAt: endsAt } : {};
  return findCallerBySession(context, caller.sessionId, { kind, choice, ...token });
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

async function byBearer(
  context: OpenContext,
  token: string,
  { choice, silent }: { choice: Choice; silent: boolean },
): Promise<Authenticated | Refusal> {
  if (looksLikeOrganizationKey(token)) {
    const caller = await findCallerByOrganizationKey(context, token);
    if (!caller) return refuse('API_KEY_INVALID');
    return { caller, isForeign: isForeign(choice, caller.organization.id) };
  }
  const isKey = looksLikeKey(token);
  const caller = isKey
    ? await findCallerByKey(context, token, { choice, silent })
    : await byAccessToken(context, token, choice);
  if (isRefusal(caller)) return caller;
  return caller ? { caller } : refuse(isKey ? 'API_KEY_INVALID' : 'UNAUTHENTICATED');
}

async function byAccessToken(
  context: OpenContext,
  token: string,
  choice: Choice,
): Promise<Caller | NotTheirs | undefined> {
  const claims = context.deps.credentials.readAccessToken(token, context.origin.now);
  const kind = 'accessToken';
  const caller =
    claims &&
    (await findCallerBySession(context, claims.sessionId, { kind, choice, tokenEndsAt: claims.endsAt }));
  if (isRefusal(caller)) return caller;
  return caller && caller.user.id === claims?.userId ? caller : undefined;
}

async function byRememberedLogin(
  context: OpenContext,
  cookie: string,
  choice: Choice,
): Promise<Authenticated | Refusal> {
  const renewed = await resumeLogin(context, cookie);
  if (renewed === undefined) return refuse('UNAUTHENTICATED');
  if (isRefusal(renewed)) return renewed;
  const { sessionId } = renewed;
  const chosen = await findCallerBySession(context, sessionId, { kind: 'session', choice });
  const caller = isRefusal(chosen)
    ? await findCallerBySession(context, sessionId, { kind: 'session', choice: undefined })
    : chosen;
  if (!caller || isRefusal(caller)) return refuse('UNAUTHENTICATED');
  return { caller, renewed, isForeign: isRefusal(chosen) };
}

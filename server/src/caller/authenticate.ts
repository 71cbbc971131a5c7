import { cookieNames } from '@latchkey/contract';
import type { SessionGrant } from '../accounts/session-grant.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Caller, OpenContext } from './caller.ts';
import { findCallerByKey, findCallerBySession } from './find-caller.ts';
import { looksLikeKey } from './raw-key.ts';
import { resumeLogin } from './resume-login.ts';

/** The credentials of a request. */
export type Presented = {
  authorization: string | undefined;
  cookies: Record<string, string | undefined>;
  /** Only a safe request may resume a remembered login: an unsafe one has no CSRF token yet. */
  isSafe: boolean;
};

/** `renewed`: the session that a remembered login was exchanged for, to be set as cookies. */
export type Authenticated = { caller: Caller; renewed?: SessionGrant };

/**
 * Who is calling. A Bearer value is judged on its own: a bad one is 401 even with a good cookie. With neither, a safe
 * request may resume a remembered login.
 */
export async function authenticate(
  context: OpenContext,
  { authorization, cookies, isSafe }: Presented,
): Promise<Authenticated | Refusal> {
  if (authorization !== undefined) return byBearer(context, bearerOf(authorization));
  const sealed = cookies[cookieNames.session];
  const sessionId = sealed ? context.deps.credentials.readSessionCookie(sealed) : undefined;
  const caller = sessionId && (await findCallerBySession(context, sessionId, 'session'));
  if (caller) return { caller };
  const remembered = cookies[cookieNames.rememberMe];
  return remembered && isSafe ? byRememberedLogin(context, remembered) : refuse('UNAUTHENTICATED');
}

/** The same caller as they are now, later in the same request. */
export function findAgain(
  context: OpenContext,
  caller: Caller,
  authorization: string | undefined,
): Promise<Caller | undefined> {
  return caller.kind === 'apiKey'
    ? findCallerByKey(context, bearerOf(authorization), { again: true })
    : findCallerBySession(context, caller.sessionId, caller.kind);
}

export function presentsKey({ authorization }: { authorization?: string | undefined }): boolean {
  return looksLikeKey(bearerOf(authorization));
}

/** Empty if the header is missing or holds anything else. */
function bearerOf(authorization: string | undefined): string {
  return /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? '';
}

async function byBearer(context: OpenContext, token: string): Promise<Authenticated | Refusal> {
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

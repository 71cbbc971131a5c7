import { admits } from '../applications/policy.ts';
import type { SessionCaller } from '../caller/caller.ts';
import type { Sender } from './authorize.ts';
import type { AuthorizeRequest, Fault, Parameters } from './authorize-request.ts';
import { findConsented } from './consent-store.ts';
import { issueCode } from './issue-code.ts';
import { consentPage, setupPage, signInPage } from './pages.ts';
import type { BrowserContext } from './parts.ts';
import { readMark } from './proof.ts';
import { readToken } from './read-token.ts';
import { findSessionProof, type SessionProof } from './session-store.ts';

export type Asked = Sender & {
  request: AuthorizeRequest;
  parameters: Parameters;
  decision: 'allow' | 'deny' | undefined;
};

/** How long after signing in again it still counts as having just been done. */
const returnMs = 10 * 60_000;

const fault = (error: string, description: string): Fault => ({ error, description });

/** What a valid request leads to: a code, an error for the application, or one of our pages first. */
export async function proceed(
  context: BrowserContext,
  asked: Asked,
): Promise<URL | Fault | { code: string }> {
  const { caller } = context;
  const silent = asked.request.prompts.includes('none');
  if (asked.decision === 'deny') return fault('access_denied', 'The user denied the request.');
  if (!caller) return silent ? signInFirst : signInPage(context, asked, 'signed-out');
  if (caller.impersonation) return fault('access_denied', 'An administrator is impersonating this user.');
  if (!admits(asked.application, caller.user))
    return fault('access_denied', 'The application is only for members of another organization.');
  if (caller.mustSetUpTwoFactor)
    return silent
      ? fault('interaction_required', 'The user must set up two-factor authentication first.')
      : setupPage(context, asked);
  const proof = await findSessionProof(context.deps.sql, caller.sessionId);
  if (!proof || !(await isProven(context, asked, caller, proof)))
    return silent ? signInFirst : signInPage(context, asked, 'signed-in');
  if (!(await isConsented(context, asked, caller)))
    return silent
      ? fault('consent_required', 'The user must be asked for consent.')
      : consentPage(context, asked, caller.user.id);
  const { application, redirectUri, request } = asked;
  const authorized = { caller, application, redirectUri, request, proof, asked: asked.decision === 'allow' };
  const code = await issueCode(context, authorized);
  if (code !== undefined) return { code };
  return silent ? signInFirst : signInPage(context, asked, 'signed-out');
}

const signInFirst = fault('login_required', "The user isn't signed in, or not recently enough.");

/** Whether the user is the one asked for, and proved it as recently as asked. */
async function isProven(
  { deps, origin }: BrowserContext,
  { application, request, parameters }: Asked,
  caller: SessionCaller,
  { provenAt }: SessionProof,
): Promise<boolean> {
  const { prompts, maxAgeSeconds, idTokenHint } = request;
  if (idTokenHint !== undefined) {
    // With a hint that is not its own, an application could find out who somebody is.
    const hint = await readToken(deps.oidc, idTokenHint, 'JWT');
    if (hint?.aud !== application.clientId || hint.sub !== caller.user.id) return false;
  }
  const age = provenAt ? origin.now.getTime() - provenAt.getTime() : Number.POSITIVE_INFINITY;
  const since = readMark(deps.oidc.proofKeys, parameters);
  // Who was just sent to sign in has done so, and may have read the consent page since.
  if (since && provenAt && provenAt > since && age <= returnMs) return true;
  if (prompts.includes('login') || maxAgeSeconds === 0) return false;
  return maxAgeSeconds === undefined || age <= maxAgeSeconds * 1000;
}

/** Whether nobody needs to be asked, or just was. One that registered itself could be anybody's: it always asks. */
async function isConsented(
  { deps }: BrowserContext,
  { application, request, decision }: Asked,
  { user }: SessionCaller,
): Promise<boolean> {
  if (decision === 'allow') return true;
  if (request.prompts.includes('consent') || application.dynamic) return false;
  if (application.firstParty) return true;
  // What is remembered says nothing about which server a token may be used at.
  if (request.resource !== undefined) return false;
  const consented = await findConsented(deps.sql, user.id, application.id);
  return consented !== null && request.scopes.every((scope) => consented.includes(scope));
}

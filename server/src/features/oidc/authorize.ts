import { canParseUrl } from '@latchkey/contract';
import { connectionOf, type SessionCaller } from '../../identity/caller/caller.ts';
import { standingIn } from '../../identity/caller/person.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import {
  type AuthorizeFault,
  againPath,
  type Decision,
  isFault,
  isOnDevice,
  isRegistered,
  isTooLong,
  type Parameters,
  type ReceivedRequest,
  type RedirectTarget,
  readRequest,
  single,
  splitWords,
  withQuery,
} from './authorize-request.ts';
import { type ClientDocument, isAllowedClient, isClientUrl } from './client-documents.ts';
import { issueCode } from './codes.ts';
import { hasConsented } from './consent-store.ts';
import { documented, findClient, readDocument } from './find-client.ts';
import { findSessionProof, type SessionProof } from './grant-store.ts';
import { readToken } from './grants.ts';
import { mcpResource } from './mcp-resource.ts';
import type { BrowserContext, OpenOidcContext } from './oidc-deps.ts';
import { type GrantOrganization, organizationOf } from './organization.ts';
import { consentPage, readMark, setupPage, signInPage } from './pages.ts';

/** Grace time to get back from the sign-in page: a proof may be this much older than requested. */
const returnMs = 60_000;
/** How old a proof may be that `prompt=login` requested. */
const newProofMs = 10 * 60_000;

const fault = (error: string, description: string): AuthorizeFault => ({ error, description });

/** What a valid request leads to: a code, an error for the application, or one of our pages first. */
async function proceed(
  context: BrowserContext,
  asked: ReceivedRequest,
): Promise<URL | AuthorizeFault | { code: string }> {
  const { caller } = context;
  const silent = asked.request.prompts.includes('none');
  if (asked.decision?.answer === 'deny') return fault('access_denied', 'The user denied the request.');
  if (!caller) return silent ? signInFirst : signInPage(context, asked, 'signed-out');
  if (caller.impersonation) return fault('access_denied', 'An administrator is impersonating this user.');
  const organization = await organizationOf(context.deps.sql, caller, asked);
  if (organization === undefined)
    return fault('access_denied', 'This is only for members of another organization.');
  const refused = refuseByPolicy({ ...context, caller }, asked, organization);
  if (refused) return refused;
  const proof = await findSessionProof(context.deps.sql, caller.sessionId);
  if (!proof || !(await isProven(context, asked, caller, proof)))
    return silent ? signInFirst : signInPage(context, asked, 'signed-in');
  if (!(await isConsented(context, asked, { caller, organization })))
    return silent
      ? fault('consent_required', 'The user must be asked for consent.')
      : consentPage(context, asked, caller);
  const { application, redirectUri, request, document } = asked;
  const authorized = {
    caller,
    organization,
    application,
    redirectUri,
    request,
    proof,
    document,
    asked: asked.decision !== undefined,
  };
  const code = await issueCode(context, authorized);
  if (code !== undefined) return { code };
  return silent ? signInFirst : signInPage(context, asked, 'signed-out');
}

/** The policies that count are those of the organization that the tokens will be about, as wherever they are used. */
function refuseByPolicy(
  context: BrowserContext & { caller: SessionCaller },
  asked: ReceivedRequest,
  organization: GrantOrganization | null,
): URL | AuthorizeFault | undefined {
  const silent = asked.request.prompts.includes('none');
  const place = {
    organizationId: organization?.id ?? null,
    organizationRole: organization?.role ?? 'MEMBER',
  };
  const { verdict, mustSetUpTwoFactor } = standingIn(context, context.caller, place);
  if (mustSetUpTwoFactor)
    return silent
      ? fault('interaction_required', 'The user must set up two-factor authentication first.')
      : setupPage(context, asked);
  // A policy refuses the way this session began: another sign-in may begin one that it lets pass.
  if (verdict.blocked) return silent ? signInFirst : signInPage(context, asked, 'signed-in');
  return undefined;
}

const signInFirst = fault('login_required', "The user isn't signed in, or not recently enough.");

/** Whether the user is the one asked for, and proved it as recently as asked. */
async function isProven(
  { deps, origin }: BrowserContext,
  { application, request, parameters, decision }: ReceivedRequest,
  caller: SessionCaller,
  { authenticatedAt }: SessionProof,
): Promise<boolean> {
  const { prompts, maxAgeSeconds, idTokenHint } = request;
  if (idTokenHint !== undefined) {
    // With another application's ID token as a hint, an application could find out who the user is.
    const hint = await readToken(deps.oidc, idTokenHint, 'JWT');
    if (hint?.aud !== application.clientId || hint.sub !== caller.user.id) return false;
  }
  // The proof was recent enough when this session was asked for consent.
  if (decision?.askedIn === caller.sessionId) return true;
  const maxAgeMs = (maxAgeSeconds ?? Number.POSITIVE_INFINITY) * 1000;
  const newMs = prompts.includes('login') ? newProofMs : Number.POSITIVE_INFINITY;
  const age = authenticatedAt ? origin.now.getTime() - authenticatedAt.getTime() : Number.POSITIVE_INFINITY;
  const since = readMark(deps.oidc.proofKeys, parameters);
  const isNew = since && authenticatedAt && authenticatedAt > since;
  if (isNew && age <= Math.min(newMs, maxAgeMs + returnMs)) return true;
  if (prompts.includes('login') || maxAgeMs === 0) return false;
  return age <= maxAgeMs;
}

/**
 * Consent is not needed, or was given. Any client may register itself, so a self-registered application always asks.
 */
async function isConsented(
  { deps }: BrowserContext,
  { application, redirectUri, request, decision }: ReceivedRequest,
  { caller, organization }: { caller: SessionCaller; organization: GrantOrganization | null },
): Promise<boolean> {
  if (decision) return true;
  if (request.prompts.includes('consent') || application.dynamic) return false;
  // What an agent will read of Latchkey itself is always a question, whosever agent it is.
  if (deps.config.features.mcp && request.resource === mcpResource(deps)) return false;
  if (application.firstParty) return true;
  // Remembered consent does not cover a token for another server, or a code that any program on the device could get.
  if (request.resource !== undefined) return false;
  if (isOnDevice(redirectUri)) return false;
  return hasConsented(deps.sql, {
    userId: caller.user.id,
    applicationId: application.id,
    organizationId: organization?.id ?? null,
    connectionId: connectionOf(caller),
    scopes: request.scopes,
  });
}

type UnknownSender = Refusal<'AUTHORIZE_CLIENT_UNKNOWN' | 'AUTHORIZE_REDIRECT_UNKNOWN'>;

/** Where the browser goes next: back with a code or an error, or to a page of ours. */
export async function authorize(
  context: BrowserContext,
  parameters: Parameters,
): Promise<URL | UnknownSender | Refusal<'RATE_LIMITED'>> {
  const clientId = single(parameters.client_id) ?? '';
  const document = isClientUrl(clientId) ? await documentFor(context, parameters, clientId) : undefined;
  if (document instanceof URL || isRefusal(document)) return document;
  const sender = await findSender(context, parameters, document);
  return isRefusal(sender) ? sender : answer(context, sender, parameters);
}

/** No one's document is read for a browser without a session: it would let anyone make us ask anywhere. */
async function documentFor(context: BrowserContext, parameters: Parameters, clientId: string) {
  if (!isAllowedClient(context.deps.config, clientId)) return refuse('AUTHORIZE_CLIENT_UNKNOWN');
  if (context.caller) return readDocument(context, clientId);
  const isSilent = splitWords(single(parameters.prompt)).includes('none');
  if (isSilent || isTooLong(parameters)) return refuse('AUTHORIZE_CLIENT_UNKNOWN');
  const [loginHint, uiLocales] = [single(parameters.login_hint), splitWords(single(parameters.ui_locales))];
  return signInPage(context, { parameters, request: { loginHint, uiLocales } }, 'signed-out');
}

export async function answer(
  context: BrowserContext,
  sender: RedirectTarget,
  parameters: Parameters,
  decision?: Decision,
): Promise<URL> {
  const request = readRequest(context.deps, sender.application, parameters);
  const outcome = isFault(request)
    ? request
    : await proceed(context, { ...sender, request, parameters, decision });
  if (outcome instanceof URL) return outcome;
  const state = single(parameters.state);
  const { issuer: iss } = context.deps.oidc;
  if ('code' in outcome) return withQuery(sender.redirectUri, { code: outcome.code, state, iss });
  const { error, description: error_description } = outcome;
  return withQuery(sender.redirectUri, { error, error_description, state, iss });
}

export async function findSender(
  { deps, origin }: Pick<BrowserContext, 'deps' | 'origin'>,
  parameters: Parameters,
  document?: ClientDocument,
): Promise<RedirectTarget | UnknownSender> {
  const [clientId = '', redirectUri] = [single(parameters.client_id), single(parameters.redirect_uri)];
  const application = document
    ? await documented({ deps, origin }, clientId, document)
    : !isClientUrl(clientId) && (await findClient(deps, clientId));
  if (!application) return refuse('AUTHORIZE_CLIENT_UNKNOWN');
  if (!redirectUri || !canParseUrl(redirectUri) || !isRegistered(application.redirectUris, redirectUri))
    return refuse('AUTHORIZE_REDIRECT_UNKNOWN');
  return { application, redirectUri, document };
}

/** A form from another site comes without our cookie. After a redirect, the browser sends it. */
export function authorizeByForm({ deps }: OpenOidcContext, parameters: Parameters): URL {
  return new URL(deps.config.baseUrl + againPath(parameters));
}

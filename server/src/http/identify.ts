import { heedsChoice, isPersonal } from '@latchkey/contract';
import type { FastifyRequest } from 'fastify';
import {
  type Authenticated,
  authenticate,
  type Presented,
  presentsKey,
  presentsOrganizationKey,
} from '../identity/caller/authenticate.ts';
import { impersonationOf } from '../identity/caller/caller.ts';
import type { Choice } from '../identity/caller/choice.ts';
import { refusePersonal } from '../identity/caller/own-proof.ts';
import type { Deps } from '../identity/deps.ts';
import { isRefusal, type Refusal, refuse } from '../platform/refusal.ts';
import { type Client, originOf } from '../records/origin.ts';
import { type Call, isOpen, isSafe } from './call.ts';
import { addressOf } from './client-address.ts';
import { hasDoubles, soleValueOf, valuesOf } from './cookies.ts';
import { chosenLocaleOf } from './locale.ts';
import { refuseOrganizationKey } from './organization-keys.ts';
import { isFromOurPage } from './request-source.ts';
import { takeTurn } from './take-turn.ts';
import type { Visit } from './visits.ts';

const userAgentLength = 512;

export function clientOf(
  tools: Pick<Deps, 'languages'>,
  request: FastifyRequest,
  receivedAt: number,
): Client {
  // PostgreSQL stores no NUL, and headers are latin1: anything else in them is noise.
  const userAgent = (request.headers['user-agent'] ?? '').replaceAll('\0', '').slice(0, userAgentLength);
  const chosenLocale = () => chosenLocaleOf(tools, request);
  return { ipAddress: addressOf(request), userAgent, receivedAt, chosenLocale };
}

/**
 * An API key that can't be used is refused before anything else, even over a limit: the route takes no keys,
 * or the key is read-only.
 */
export function refuseKey(call: Call): Refusal | undefined | Promise<Refusal | undefined> {
  const { route, request } = call;
  if (route.dialect) return undefined;
  if (presentsOrganizationKey(request.headers))
    return isOpen(route) && isSafe(request.method)
      ? undefined
      : authenticated(call).then((known) => refuseOrganizationKey(call, known));
  if (!presentsKey(request.headers)) return undefined;
  // Refused without looking the key up.
  if (isOpen(route) && route.apiKey === false) return refuse('API_KEY_NOT_ALLOWED');
  return isSafe(request.method) ? undefined : authenticated(call).then(refuseReader);
}

/** The same for a path without a route. */
export async function refuseKeyNowhere(deps: Deps, request: FastifyRequest): Promise<Refusal | undefined> {
  if (isSafe(request.method) || !presentsKey(request.headers)) return undefined;
  const origin = originOf(clientOf(deps, request, deps.clock.instant()), deps);
  return refuseReader(await authenticate({ deps, origin }, presentedBy(request)));
}

function refuseReader(known: Authenticated | Refusal): Refusal | undefined {
  if (isRefusal(known) || known.caller.kind !== 'apiKey') return undefined;
  return known.caller.keyPermission === 'READ_ONLY' ? refuse('API_KEY_READ_ONLY') : undefined;
}

/** Finds out who is calling, if the route needs to know. */
export function identify(call: Call): undefined | Promise<Refusal | undefined> {
  if (!isOpen(call.route)) return identifyCaller(call);
  const { access, dialect } = call.route;
  const session = 'session' in access ? access.session : undefined;
  if (dialect || session === 'if-any') return session ? identifyBrowser(call) : undefined;
  if (session) return identifyOwn(call);
  const asked = 'sessionWhen' in access;
  return asked || presentsKey(call.request.headers) ? identifyIfAsked(call) : undefined;
}

async function identifyCaller(call: Call): Promise<Refusal | undefined> {
  const known = await authenticated(call);
  if (isRefusal(known)) return known;
  if (known.isForeign) return refuse('NO_ORGANIZATION');
  call.caller = known.caller;
  return undefined;
}

/** The cookie's user, or no caller: the protocol handles both. */
async function identifyBrowser(call: Call): Promise<undefined> {
  const known = await authenticated(call);
  if (!isRefusal(known) && known.caller.kind === 'session') call.caller = known.caller;
}

/** A session from one of our pages or from an access token. Any other request counts as not signed in. */
async function identifyOwn(call: Call): Promise<undefined> {
  const known = await authenticated(call);
  if (!isRefusal(known) && !impersonationOf(known.caller) && isFromOurPage(call, known.caller))
    call.caller = known.caller;
}

async function identifyIfAsked(call: Call): Promise<Refusal | undefined> {
  const { route, request } = call;
  if (presentsKey(request.headers)) {
    const known = isSafe(request.method) ? undefined : await authenticated(call);
    return isRefusal(known) ? known : undefined;
  }
  const { access } = route;
  const asked = 'sessionWhen' in access && access.sessionWhen;
  if (!asked || (request.query as Record<string, unknown>)[asked] !== 'true') return undefined;
  const known = await authenticated(call);
  // This is a browser navigation: a page, not this response, tells people that they aren't signed in.
  if (isRefusal(known) || known.caller.kind !== 'session') return undefined;
  if (known.caller.impersonation) return refuse('IMPERSONATION_BLOCKED');
  call.caller = known.caller;
  return isPersonal(route) ? refusePersonal({ ...call, caller: known.caller }) : undefined;
}

/** Once per request, no matter how many steps ask. */
async function authenticated(call: Call) {
  const { deps, jar, request, reply } = call;
  if (call.authenticated) return call.authenticated;
  const known = await (call.visit
    ? visiting(call, call.visit)
    : authenticateInTurn(call, presentedBy(request, call)));
  if (isRefusal(known)) {
    if (known.refused === 'REMEMBER_ME_REUSED' || (byCookie(request) && hasDoubles(request)))
      jar.clear(reply);
  } else if (known.renewed) jar.grant(reply, known.renewed);
  call.authenticated = known;
  call.identifiedAt = deps.clock.instant();
  return known;
}

/** On behalf of someone who called over another protocol. */
export function visiting(call: Call, { find, acting }: Visit): Promise<Authenticated | Refusal> {
  const { deps, client } = call;
  return find({ deps, origin: originOf(client, deps, acting) }, choiceOf(call));
}

/** Who is calling is asked of the database by many requests together, without a turn. A remembered login is exchanged in one. */
async function authenticateInTurn(call: Call, presented: Presented): Promise<Authenticated | Refusal> {
  const { deps, request, client } = call;
  const context = { deps, origin: originOf(client, deps) };
  const { rememberMe, ...direct } = presented;
  const isRecorded = deps.config.auditApiKeyUse && presentsKey(request.headers);
  const refused = isRecorded && (await takeTurn(call));
  if (refused) return refused;
  const known = await authenticate(context, { ...direct, rememberMe: undefined });
  if (!isRefusal(known) || known.refused !== 'UNAUTHENTICATED' || !rememberMe) return known;
  return (await takeTurn(call)) ?? authenticate(context, presented);
}

/** The organization that the request names, if the route heeds it. Node joins a header that was sent twice. */
export function choiceOf({ route, request }: Pick<Call, 'route' | 'request'>): Choice {
  const named = request.headers['x-organization-id'];
  return named === undefined || !heedsChoice(route) ? undefined : String(named);
}

/** `call`: on a path that has a route. */
function presentedBy(request: FastifyRequest, call?: Call): Presented {
  const { authorization } = request.headers;
  const sessions = valuesOf(request, 'session');
  const rememberMe = call && isPure(call) ? undefined : soleValueOf(request, 'rememberMe');
  const choice = call && choiceOf(call);
  // The handler knows which of them begin something.
  const silent = call?.route.waits === true;
  return { authorization, sessions, rememberMe, isSafe: isSafe(request.method), choice, silent };
}

/** Whether it asked for an answer that changes nothing, neither here nor in the browser. */
function isPure({ route, request }: Pick<Call, 'route' | 'request'>): boolean {
  return (
    route.pureWhen !== undefined && (request.query as Record<string, unknown>)[route.pureWhen] === 'true'
  );
}

const byCookie = ({ headers }: FastifyRequest) => headers.authorization === undefined;

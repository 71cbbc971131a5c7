import type { FastifyRequest } from 'fastify';
import { type Authenticated, authenticate, type Presented, presentsKey } from '../caller/authenticate.ts';
import type { Deps } from '../deps.ts';
import { originOf } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type Call, isOpen, isSafe } from './call.ts';
import { clientOf } from './client.ts';
import { cookiesOf } from './cookies.ts';

/**
 * An API key that can't be used is refused before anything else, even over a limit: the route takes no keys,
 * or the key is read-only.
 */
export function refuseKey(call: Call): Refusal | undefined | Promise<Refusal | undefined> {
  const { route, request } = call;
  if (route.dialect || !presentsKey(request.headers)) return undefined;
  // Refused without looking the key up.
  if (isOpen(route) && route.apiKey === false) return refuse('API_KEY_NOT_ALLOWED');
  return isSafe(request.method) ? undefined : authenticated(call).then(refuseReader);
}

/** The same for a path without a route. */
export async function refuseKeyNowhere(deps: Deps, request: FastifyRequest): Promise<Refusal | undefined> {
  if (isSafe(request.method) || !presentsKey(request.headers)) return undefined;
  const origin = originOf(clientOf(request, deps.clock.instant()), deps.clock);
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
  if (dialect) return 'session' in access ? identifyBrowser(call) : undefined;
  const asked = 'sessionWhen' in access;
  return asked || presentsKey(call.request.headers) ? identifyIfAsked(call) : undefined;
}

async function identifyCaller(call: Call): Promise<Refusal | undefined> {
  const known = await authenticated(call);
  if (isRefusal(known)) return known;
  call.caller = known.caller;
  return undefined;
}

/** The cookie's user, or nobody: the protocol handles both. */
async function identifyBrowser(call: Call): Promise<undefined> {
  const known = await authenticated(call);
  if (!isRefusal(known) && known.caller.kind === 'session') call.caller = known.caller;
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
  return undefined;
}

/** Once per request, no matter how many steps ask. */
async function authenticated(call: Call) {
  const { deps, jar, request, reply, client } = call;
  if (call.authenticated) return call.authenticated;
  const known = await authenticate({ deps, origin: originOf(client, deps.clock) }, presentedBy(request));
  if (isRefusal(known)) {
    if (known.refused === 'REMEMBER_ME_REUSED') jar.clear(reply);
  } else if (known.renewed) jar.grant(reply, known.renewed);
  call.authenticated = known;
  call.identifiedAt = deps.clock.instant();
  return known;
}

function presentedBy(request: FastifyRequest): Presented {
  const { authorization } = request.headers;
  return { authorization, cookies: cookiesOf(request), isSafe: isSafe(request.method) };
}

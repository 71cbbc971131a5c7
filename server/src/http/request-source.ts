import { canParseUrl, csrfHeader } from '@latchkey/contract';
import type { AnyCaller } from '../identity/caller/caller.ts';
import { isLoopback } from '../platform/address.ts';
import type { Config } from '../platform/config/config.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { type Call, isSafe } from './call.ts';
import { valuesOf } from './cookies.ts';

const tokenHeader = csrfHeader.toLowerCase();

/**
 * A request that changes something must come from one of our pages: the session's token or the Origin header
 * proves it.
 */
export function checkCsrf(call: Call): Refusal | undefined {
  return call.route.csrf === 'origin' ? checkOrigin(call) : checkToken(call);
}

function checkToken(call: Call): Refusal | undefined {
  const { caller, request } = call;
  if (!caller || isSafe(request.method) || isFromOurPage(call, caller)) return undefined;
  return refuse('CSRF_INVALID');
}

/** Double submit, bound to the session: the header and a cookie are both this session's. Only a cookie needs that. */
export function isFromOurPage({ deps, request }: Call, caller: AnyCaller): boolean {
  if (caller.kind !== 'session') return true;
  const sent = request.headers[tokenHeader];
  const isOurs = (token: string) => deps.credentials.isCsrfToken(caller.sessionId, token);
  return typeof sent === 'string' && isOurs(sent) && valuesOf(request, 'csrf').some(isOurs);
}

/** Without a session there is no token, so the browser's Origin header takes its place. */
function checkOrigin({ deps, request }: Call): Refusal | undefined {
  const { origin } = request.headers;
  return origin === undefined || deps.config.origins.includes(origin)
    ? undefined
    : refuse('FORBIDDEN_ORIGIN');
}

/** Headers that proxies and tunnels add: the client behind one is on another machine. */
const forwardingHeaders =
  /^(forwarded|via|x-forwarded(-.+)?|x-original-.+|x-(real|client)-ip|(true|cf|fly|fastly)-(client|connecting)-ip)$/;

/** A route for the person at this machine doesn't exist for any other client. */
export function refuseDistant({ route, deps, request }: Call): Refusal | undefined {
  return route.local && !isLocal(deps.config, request) ? refuse('NOT_FOUND') : undefined;
}

type ReceivedRequest = {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
};

/**
 * The socket alone isn't enough: a page from elsewhere can make a browser here call (the Origin shows that), under a
 * name that points here (the Host shows that).
 */
function isLocal({ environment, baseUrl }: Config, { headers, socket }: ReceivedRequest): boolean {
  const { host, origin } = headers;
  return (
    environment === 'development' &&
    isLoopback(socket.remoteAddress ?? '') &&
    !Object.keys(headers).some((name) => forwardingHeaders.test(name)) &&
    isHere(baseUrl) &&
    isHere(`http://${host}`) &&
    (origin === undefined || isHere(String(origin)))
  );
}

function isHere(address: string): boolean {
  return canParseUrl(address) && isLoopback(new URL(address).hostname);
}

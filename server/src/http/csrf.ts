import { csrfHeader } from '@latchkey/contract';
import type { AnyCaller } from '../identity/caller/caller.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { type Call, isSafe } from './call.ts';
import { valuesOf } from './cookies.ts';

const header = csrfHeader.toLowerCase();

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
  const sent = request.headers[header];
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

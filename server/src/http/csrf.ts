import { cookieNames, csrfHeader } from '@latchkey/contract';
import { type Refusal, refuse } from '../refusal.ts';
import { type Call, isSafe } from './call.ts';
import { cookiesOf } from './cookies.ts';

const header = csrfHeader.toLowerCase();

/**
 * A request that changes something must come from one of our pages: the session's token or the Origin header
 * proves it.
 */
export function checkCsrf(call: Call): Refusal | undefined {
  return call.route.csrf === 'origin' ? checkOrigin(call) : checkToken(call);
}

/** Double submit, bound to the session: header and cookie are both this session's. */
function checkToken({ deps, request, caller }: Call): Refusal | undefined {
  if (caller?.kind !== 'session' || isSafe(request.method)) return undefined;
  const sent = request.headers[header];
  const cookie = cookiesOf(request)[cookieNames.csrf];
  const isOurs = (token: string) => deps.credentials.isCsrfToken(caller.sessionId, token);
  const valid = typeof sent === 'string' && cookie !== undefined && isOurs(sent) && isOurs(cookie);
  return valid ? undefined : refuse('CSRF_INVALID');
}

/** Without a session there is no token, so the browser's Origin header takes its place. */
function checkOrigin({ deps, request }: Call): Refusal | undefined {
  const { origin } = request.headers;
  return origin === undefined || deps.config.origins.includes(origin)
    ? undefined
    : refuse('FORBIDDEN_ORIGIN');
}

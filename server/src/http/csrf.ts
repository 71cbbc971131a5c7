import { cookieNames, csrfHeader } from '@latchkey/contract';
import { type Refusal, refuse } from '../refusal.ts';
import { type Call, isSafe } from './call.ts';
import { cookiesOf } from './cookies.ts';

const header = csrfHeader.toLowerCase();

/** A request that changes something comes from a page of ours: it shows the session's token, or its Origin. */
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

/** Before there is a session there is no token: a browser's Origin header stands in for it. */
function checkOrigin({ deps, request }: Call): Refusal | undefined {
  const { origin } = request.headers;
  return origin === undefined || deps.config.origins.includes(origin)
    ? undefined
    : refuse('FORBIDDEN_ORIGIN');
}

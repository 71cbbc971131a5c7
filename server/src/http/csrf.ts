import type { Endpoint } from '@latchkey/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller/caller.ts';
import { equalSecrets } from '../crypto/credentials.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { cookieNames, cookiesOf } from './cookies.ts';

/** Double submit, bound to the session: header and cookie agree, and are this session's. */
export function checkCsrfToken(deps: Deps, request: FastifyRequest, caller: Caller): Refusal | undefined {
  if (caller.via !== 'cookie' || !caller.sessionId) return undefined;
  const header = request.headers['x-csrf-token'];
  const cookie = cookiesOf(request)[cookieNames.csrf];
  const expected = deps.credentials.csrfToken(caller.sessionId);
  const valid =
    typeof header === 'string' &&
    cookie !== undefined &&
    equalSecrets(header, expected) &&
    equalSecrets(cookie, expected);
  return valid ? undefined : refuse('CSRF_INVALID');
}

/** Before there is a session there is no token: a browser's Origin header stands in for it. */
export function checkOrigin(
  route: Endpoint,
  request: FastifyRequest,
  allowed: readonly string[],
): Refusal | undefined {
  const { origin } = request.headers;
  if (route.csrf !== 'origin' || origin === undefined || allowed.includes(origin)) return undefined;
  return refuse('FORBIDDEN_ORIGIN');
}

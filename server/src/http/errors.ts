import { describeError, type ErrorBody, type Reason } from '@latchkey/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Languages } from '../platform/languages/languages.ts';
import type { Texts } from '../platform/languages/texts.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { sendInDialect } from './dialects.ts';
import { textsFor, translateDetails } from './locale.ts';
import { isScimPath, sendScimError } from './scim-errors.ts';

/** Without its query: a query may hold a token. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

type Seen = { path: string; requestId: string; now: Date };

export function errorBody(refusal: Refusal, { path, requestId, now }: Seen, texts: Texts): ErrorBody {
  const { refused, retryAfterSeconds, allow } = refusal;
  const { status, type, code } = describeError(refused);
  const message = refusal.message ?? texts.error(refused, { waitSeconds: retryAfterSeconds, methods: allow });
  const details = refusal.details
    ? translateDetails(texts, refusal.details)
    : status === 429
      ? { retryAfterSeconds }
      : {};
  return { error: { type, message, details, code, timestamp: now.toISOString(), path, requestId } };
}

export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  tools: { clock: Clock; languages: Languages },
): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', refusal.retryAfterSeconds);
  if (refusal.allow !== undefined) reply.header('Allow', refusal.allow);
  const dialect = request.call?.route.dialect;
  if (dialect === 'scim' || isScimPath(request.url)) return sendScimError(request, reply, refusal);
  // NOT_FOUND is always sent in our own format.
  if (dialect && refusal.refused !== 'NOT_FOUND')
    return sendInDialect(request, reply, refusal, { ...tools, dialect });
  const seen = { path: pathOf(request.url), requestId: request.id, now: tools.clock.now() };
  return reply
    .code(describeError(refusal.refused).status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(refusal, seen, textsFor(tools, request, reply)));
}

const fastifyReasons: Record<string, Reason> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_JSON',
  // No path has a segment this long.
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};

// Codes from the system, the driver and PostgreSQL for a database that is down, starting, stopping, full,
// blocked or a read-only standby (25006).
const databaseAway = new RegExp(
  `^(${[
    'ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT',
    'CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|TLS_REFUSED',
    '(08|53|57)\\w{3}|25006|55P03|40001|40P01',
  ].join('|')})$`,
);

/** What a thrown error means to the caller. Only INTERNAL_ERROR is a bug. */
export function refusalOf(error: Partial<FastifyError>): Refusal {
  const code = error.code ?? '';
  const known = fastifyReasons[code];
  if (known) return refuse(known);
  if (code === 'OUTCOME_UNKNOWN') return refuse('OUTCOME_UNKNOWN');
  // An error with a status is about the request: a client that hung up is an ECONNRESET as well.
  if (error.statusCode === undefined && databaseAway.test(code))
    return refuse('UNAVAILABLE', { retryAfterSeconds: 1 });
  const status = error.statusCode ?? 500;
  return refuse(status >= 400 && status < 500 ? 'MALFORMED_REQUEST' : 'INTERNAL_ERROR');
}

import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { refuse } from '../refusal.ts';
import { errorBody } from './errors.ts';

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Anything that never became a request (broken HTTP, endless headers, a stalled client) gets an error and is
 * closed.
 */
export function answerBadConnection(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  common: Record<string, string>,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const requestId = randomUUID();
  log.info({ requestId, status, code: error.code }, 'a connection was refused');
  const body = JSON.stringify(errorBody(refuse('MALFORMED_REQUEST'), '', requestId, clock.now()));
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    ...common,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}

/** Expectations other than 100-continue may be ignored; the request is served as if it had none. */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Node.js would refuse a request without a Host header with its own message; this sends ours. */
export function lacksHost({ headers, raw }: FastifyRequest): boolean {
  return headers.host === undefined && raw.httpVersion !== '1.0';
}

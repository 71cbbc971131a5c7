import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { refuse } from '../refusal.ts';
import { errorBody } from './errors.ts';

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** What never became a request (broken HTTP, endless headers, a client that stalls) is told so and let go. */
export function answerBadConnection(error: Error & { code?: string }, socket: Socket, clock: Clock): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(refuse('MALFORMED_REQUEST'), '', requestId, clock.now()));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

import type { FastifyRequest } from 'fastify';

/** Who is at the other end of a request, as far as the connection tells. */
export type Client = {
  ipAddress: string;
  userAgent: string;
  /** When the request arrived, in microseconds: see `Clock.instant`. */
  receivedAt: number;
};

const userAgentLength = 512;

export function clientOf(request: FastifyRequest, receivedAt: number): Client {
  // PostgreSQL stores no NUL, and headers are latin1: anything else in them is noise.
  const userAgent = (request.headers['user-agent'] ?? '').replaceAll('\0', '').slice(0, userAgentLength);
  return { ipAddress: request.ip, userAgent, receivedAt };
}

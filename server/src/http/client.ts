import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { canonicalAddress } from '../address.ts';
import type { Client } from '../origin.ts';

const userAgentLength = 512;

export function clientOf(request: FastifyRequest, receivedAt: number): Client {
  // PostgreSQL stores no NUL, and headers are latin1: anything else in them is noise.
  const userAgent = (request.headers['user-agent'] ?? '').replaceAll('\0', '').slice(0, userAgentLength);
  return { ipAddress: addressOf(request), userAgent, receivedAt };
}

/**
 * The socket's address, or what a trusted proxy says it is: bare, or with a port as some proxies write it.
 * Anything that isn't an address is ignored.
 */
export function addressOf(request: FastifyRequest): string {
  const told = request.ip;
  if (isIPv4(told)) return told;
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(told)?.[1] ?? /^([\d.]+):\d+$/.exec(told)?.[1] ?? told;
  return canonicalAddress(address) ?? canonicalAddress(request.socket.remoteAddress ?? '') ?? '';
}

import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { canonicalAddress } from '../platform/address.ts';

/**
 * The socket's address, or what a trusted proxy says it is: bare, or with a port as some proxies write it.
 * Anything that isn't an address is ignored.
 */
export function addressOf(request: FastifyRequest): string {
  request.address ??= readAddress(request);
  return request.address;
}

function readAddress(request: FastifyRequest): string {
  const told = request.ip;
  if (isIPv4(told)) return told;
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(told)?.[1] ?? /^([\d.]+):\d+$/.exec(told)?.[1] ?? told;
  return canonicalAddress(address) ?? canonicalAddress(request.socket.remoteAddress ?? '') ?? '';
}

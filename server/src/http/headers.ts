import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** On every response. No API response may be rendered, framed, sniffed or cached. */
export function securityHeaders(config: Pick<Config, 'baseUrl'>): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    ...(config.baseUrl.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

export function setHeaders(request: FastifyRequest, reply: FastifyReply, common: Record<string, string>) {
  reply.headers(common).header('X-Request-Id', request.id);
}

import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** On every response. The API answers nothing a page may render, frame, sniff or keep. */
export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const common: Record<string, string> = {
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
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(common);
    reply.header('X-Request-Id', request.id);
    done();
  });
}

import type { FastifyInstance } from 'fastify';

/**
 * Off unless origins are listed. Then only those get CORS headers; others are treated as if CORS were off.
 */
export function addCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.register(import('@fastify/cors'), {
    origin: (origin, decide) => decide(null, origin !== undefined && origins.includes(origin) && origin),
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'X-CSRF-Token'],
    exposedHeaders: [
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
      'Content-Disposition',
    ],
    maxAge: 600,
    // A plain OPTIONS request is legitimate too, and must not get the plugin's own text.
    strictPreflight: false,
  });
}

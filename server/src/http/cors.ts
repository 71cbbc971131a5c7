import type { FastifyInstance } from 'fastify';

/** Off unless origins are listed. Then exactly those are answered; to any other it is as if there were no CORS. */
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
    // A bare OPTIONS is a fair question too, and its answer must not be the plugin's own text.
    strictPreflight: false,
  });
}

import type { Endpoint } from '@latchkey/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../identity/deps.ts';
import { refuseDisabled } from './call.ts';
import { sendRefusal } from './errors.ts';

/**
 * Off unless origins are listed. Then only those get CORS headers; others are treated as if CORS were off.
 */
export function addCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.register(import('@fastify/cors'), {
    origin: (origin, decide) => decide(null, origin !== undefined && origins.includes(origin) && origin),
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'X-CSRF-Token', 'X-Organization-Id', 'X-Challenge'],
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

/** For scripts on any origin, which send no cookie: overrides the headers that ALLOWED_ORIGINS adds. */
export function allowAnyOrigin(reply: FastifyReply): void {
  reply
    .removeHeader('Access-Control-Allow-Credentials')
    .header('Access-Control-Allow-Origin', '*')
    .header('Access-Control-Expose-Headers', 'WWW-Authenticate, Retry-After, X-Request-Id');
}

/** Answers a browser's preflight for such a request. A path may have several methods. */
export function addPreflight(app: FastifyInstance, deps: Deps, route: Endpoint): void {
  if (app.hasRoute({ method: 'OPTIONS', url: route.path })) return;
  app.options(route.path, (request, reply) => {
    const refusal = refuseDisabled({ route, deps });
    if (refusal) return sendRefusal(request, reply, refusal, deps);
    allowAnyOrigin(reply);
    return reply
      .code(204)
      .header('Allow', 'GET, HEAD, POST, OPTIONS')
      .header('Access-Control-Allow-Methods', 'GET, HEAD, POST')
      .header('Access-Control-Allow-Headers', 'Authorization, Content-Type')
      .header('Access-Control-Max-Age', '600')
      .send();
  });
}

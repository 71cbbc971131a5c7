import type { Endpoint } from '@latchkey/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import { refuseDisabled } from './call.ts';
import { sendRefusal } from './errors.ts';

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
    if (refusal) return sendRefusal(request, reply, refusal, deps.clock);
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

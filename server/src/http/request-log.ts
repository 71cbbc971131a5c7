import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { addressOf } from './client.ts';

/** One line a request, by its declared route: a path or a query may hold a token. */
export function addRequestLog(app: FastifyInstance, deps: Deps): void {
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(deps, request, reply);
    done();
  });
}

export function logRequest(deps: Deps, request: FastifyRequest, reply: FastifyReply): void {
  const { method } = request;
  const status = reply.statusCode;
  const route = request.routeOptions.url ?? 'unknown';
  deps.metrics.requests.observe({ method, route, status }, reply.elapsedTime / 1000);
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  // Pages and what they read would drown the mails that development prints.
  const quiet = deps.config.environment === 'development' && status < 400 && /^(GET|HEAD)$/.test(method);
  request.log[quiet ? 'debug' : 'info']({ method, route, status, ms, ip: addressOf(request) }, 'request');
}

import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { refuse } from '../refusal.ts';
import { ignoreExpectations, lacksHost } from './bad-connections.ts';
import { sendRefusal } from './errors.ts';
import { setHeaders } from './headers.ts';
import { logWhenAnswered } from './request-log.ts';

/** What happens to every request before its route runs. One hook, because each one costs every request. */
export function receiveRequests(app: FastifyInstance, deps: Deps, headers: Record<string, string>): void {
  app.decorateRequest('call', undefined).decorateRequest('cookies', undefined);
  ignoreExpectations(app);
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply, headers);
    logWhenAnswered(deps, request, reply);
    if (lacksHost(request)) sendRefusal(request, reply, refuse('MALFORMED_REQUEST'), deps.clock);
    else done();
  });
}

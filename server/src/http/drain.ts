import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long requests under way have to finish; what starts the service commonly kills it after ten seconds. */
const drainMs = 8000;

/**
 * Closing lets requests under way finish, and waits for nothing else: neither for the connection of a finished one, which
 * its client would keep for a minute, nor for those that browsers open on the chance that they come in handy.
 */
export function addDrain(app: FastifyInstance): void {
  const inFlight = new Set<ServerResponse>();
  let drain: NodeJS.Timeout | undefined;
  function forget(this: ServerResponse): void {
    inFlight.delete(this);
  }
  app.server.on('request', (_request, response) => {
    inFlight.add(response);
    response.on('close', forget);
  });
  app.addHook('preClose', (done) => {
    for (const response of inFlight) if (!response.headersSent) response.setHeader('Connection', 'close');
    const latest = performance.now() + drainMs;
    drain = setInterval(() => {
      if (inFlight.size === 0 || performance.now() > latest) app.server.closeAllConnections();
      else app.server.closeIdleConnections();
    }, 50);
    done();
  });
  app.addHook('onClose', async () => clearInterval(drain));
}

import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long running requests have to finish; process managers commonly kill a service after ten seconds. */
const drainMs = 8000;

/**
 * Closing lets running requests finish and waits for nothing else: not for idle connections, which clients
 * keep open for a minute, and not for those that browsers open in advance.
 */
export function addDrain(app: FastifyInstance): void {
  const inFlight = createPlaces<ServerResponse>();
  let drain: NodeJS.Timeout | undefined;
  app.server.on('request', (_request, response) => {
    const leave = inFlight.take(response);
    response.on('close', leave);
  });
  app.addHook('preClose', (done) => {
    for (const response of inFlight.taken())
      if (!response.headersSent) response.setHeader('Connection', 'close');
    const latest = performance.now() + drainMs;
    drain = setInterval(() => {
      if (inFlight.taken().length === 0 || performance.now() > latest) app.server.closeAllConnections();
      else app.server.closeIdleConnections();
    }, 50);
    done();
  });
  app.addHook('onClose', async () => clearInterval(drain));
}

/**
 * The open connections. Not a Set: under constant adding and deleting, a Set leaves a chain of outgrown
 * tables that keep everything it ever held until a full collection.
 */
function createPlaces<T>() {
  const places: (T | undefined)[] = [];
  const free: number[] = [];
  return {
    take(who: T): () => void {
      const place = free.pop() ?? places.length;
      places[place] = who;
      return () => {
        places[place] = undefined;
        free.push(place);
      };
    },
    taken: () => places.filter((who) => who !== undefined),
  };
}

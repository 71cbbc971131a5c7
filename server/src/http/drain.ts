import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Counted from the signal; process managers commonly kill a service after ten seconds. */
const drainMs = 8000;

const leaving = new WeakSet<FastifyInstance>();

/** Whether it keeps serving only until the proxy notices that it is about to stop. */
export const isLeaving = (app: FastifyInstance): boolean => leaving.has(app);

/**
 * Closing lets running requests finish and waits for nothing else: not for idle connections, which clients keep open
 * for a minute, and not for those that browsers open in advance. If a proxy has to notice first, requests are still
 * served for that long: one sent on a connection that is just being closed would be lost.
 */
export function addDrain(app: FastifyInstance, noticeMs: number): void {
  const inFlight = createPlaces<ServerResponse>();
  let drain: NodeJS.Timeout | undefined;
  app.server.on('request', (_request, response) => {
    const leave = inFlight.take(response);
    response.on('close', leave);
  });
  app.addHook('preClose', async () => {
    leaving.add(app);
    if (noticeMs > 0) await pause(noticeMs);
    for (const response of inFlight.taken())
      if (!response.headersSent) response.setHeader('Connection', 'close');
    const latest = performance.now() + drainMs - noticeMs;
    drain = setInterval(() => {
      if (inFlight.taken().length === 0 || performance.now() > latest) app.server.closeAllConnections();
      else app.server.closeIdleConnections();
    }, 50);
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

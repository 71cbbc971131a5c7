import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** From the signal on; what starts the service commonly kills it after ten seconds. */
const drainMs = 8000;

const leaving = new WeakSet<FastifyInstance>();

/** Whether it serves on only until the proxy has noticed that it is about to stop. */
export const isLeaving = (app: FastifyInstance): boolean => leaving.has(app);

/**
 * Closing lets requests under way finish, and waits for nothing else: neither for the connection of a finished one, which
 * its client would keep for a minute, nor for those that browsers open on the chance that they come in handy. Where a proxy
 * has to be told first, requests are served on for so long: one that it sends on a connection just being closed is lost.
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
 * Who is there at the moment. Not a Set: one that is added to and deleted from all the time leaves a chain of outgrown
 * tables behind, which keeps everything that was ever in it until a full collection.
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

import type { Socket } from 'node:net';

type Waiting = { socket: Pick<Socket, 'destroyed'>; start: () => void };

export type Entrance = {
  /** Starts a request when its turn comes, unless its client has hung up by then. */
  enter(network: string, waiting: Waiting): void;
  /** To be told of each connection that is accepted. */
  accepted(): void;
};

/** Requests that start in one turn of the event loop, at most. New ones, and new connections, come between. */
const perTurn = 16;
/** While connections keep arriving, one request starts in so many turns: it takes ten times as long as to accept one. */
const arrivalsPerStart = 16;
/** These bound memory: one connection can send thousands of requests ahead. Past them, requests start as they arrive. */
const mostWaiting = 4096;
const mostNetworks = 10_000;

/** The requests that wait, in a line for each network. */
function createCrowd() {
  /** Includes networks of which nothing waits yet. Replaced, not cleared: see `createPlaces`. */
  let lines = new Map<string, Waiting[]>();
  /** The lines that aren't empty. The first is next. */
  const order: Waiting[][] = [];
  let waits = 0;
  return {
    /** False for a network's first request, which needn't wait, and where there is no room. */
    join(network: string, waiting: Waiting): boolean {
      const line = lines.get(network);
      if (!line && lines.size < mostNetworks) lines.set(network, []);
      if (!line || waits >= mostWaiting) return false;
      waits++;
      if (line.push(waiting) === 1) order.push(line);
      return true;
    },
    next(): Waiting | undefined {
      const line = order.shift();
      if (!line) return undefined;
      waits--;
      const next = line.shift();
      if (line.length > 0) order.push(line);
      return next;
    },
    isWaiting: () => waits > 0,
    disperse() {
      lines = new Map();
    },
  };
}

/**
 * Lets networks take turns, instead of starting requests in the order of their arrival. Node.js accepts one connection per
 * turn of its event loop: if each turn also did the work of a request, a new client would wait for the requests of all that
 * connected before. So while connections keep arriving, a network's first request starts at once, and most of its others
 * wait until no client is left outside. Without a crowd, every request starts in the turn it arrives in.
 */
export function createEntrance(): Entrance {
  const crowd = createCrowd();
  let isScheduled = false;
  let isArriving = false;
  let arrivals = 0;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(endTurn);
  }

  /** Runs once everything that arrived in this turn of the loop has been read. */
  function endTurn(): void {
    isScheduled = false;
    arrivals = isArriving ? arrivals + 1 : 0;
    isArriving = false;
    if (arrivals === 0 && !crowd.isWaiting()) crowd.disperse();
    // Before any of them starts: if one throws, the others don't wait forever.
    else schedule();
    let left = perTurn;
    if (arrivals > 0) left = arrivals % arrivalsPerStart === 0 ? 1 : 0;
    while (left > 0) {
      const next = crowd.next();
      if (!next) return;
      if (next.socket.destroyed) continue;
      left--;
      next.start();
    }
  }

  return {
    enter(network, waiting) {
      schedule();
      if (!crowd.join(network, waiting)) waiting.start();
    },
    accepted() {
      isArriving = true;
    },
  };
}

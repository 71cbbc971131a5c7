import type { Socket } from 'node:net';
import type { Arrivals } from './arrivals.ts';

/** Who asks: a network, and a credential if there is one. */
type From = { network: string; credential: string | undefined };
type Waiting = { socket: Pick<Socket, 'destroyed'>; start: () => void };

export type Entrance = {
  /**
   * Starts a request when its turn comes, unless its client has hung up by then. It waits in line with others of its network,
   * or else with others that show the same credential, wherever they come from.
   */
  enter(from: From, waiting: Waiting): void;
};

/** Requests that start in one turn of the event loop, at most. New ones, and new connections, come between. */
const perTurn = 16;
/** The same while connections are held: each turn lets a few of them begin. */
const perCrowdedTurn = 4;
/** These bound memory: one connection can send thousands of requests ahead. Past them, requests start as they arrive. */
const mostWaiting = 4096;
const mostLines = 10_000;

/** The requests that wait, in a line for each network and each credential. */
function createCrowd() {
  /** Includes those in which nothing waits yet. Replaced, not cleared: see `createPlaces`. */
  let lines = new Map<string, Waiting[]>();
  /** The lines that aren't empty. The first is next. */
  const order: Waiting[][] = [];
  let waits = 0;
  const open = (name: string) => void (lines.size < mostLines && lines.set(name, []));
  return {
    /** False for the first request of a network and credential, which needn't wait, and where there is no room. */
    join({ network, credential }: From, waiting: Waiting): boolean {
      // A client chooses what it shows. It must not be able to name somebody else's network.
      const shown = credential && `shows ${credential}`;
      const line = lines.get(network) ?? (shown && lines.get(shown));
      if (!line) {
        open(network);
        if (shown) open(shown);
      }
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
 * Lets networks take turns, instead of starting requests in the order of their arrival. A network's first request starts at
 * once, its others a few at a time. The same goes for those of one session or key. Without a crowd, every request starts in
 * the turn it arrives in.
 */
export function createEntrance({ isCrowded }: Pick<Arrivals, 'isCrowded'>): Entrance {
  const crowd = createCrowd();
  let isScheduled = false;

  function schedule(): void {
    if (!isScheduled) setImmediate(endTurn);
    isScheduled = true;
  }

  /** Runs once everything that arrived in this turn of the loop has been read. */
  function endTurn(): void {
    isScheduled = false;
    if (!crowd.isWaiting()) return void crowd.disperse();
    // Before any of them starts: if one throws, the others don't wait forever.
    schedule();
    let left = isCrowded() ? perCrowdedTurn : perTurn;
    while (left > 0) {
      const next = crowd.next();
      if (!next) return;
      if (next.socket.destroyed) continue;
      left--;
      next.start();
    }
  }

  return {
    enter(from, waiting) {
      schedule();
      if (!crowd.join(from, waiting)) waiting.start();
    },
  };
}

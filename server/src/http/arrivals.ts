import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../platform/clock.ts';

export type Arrivals = {
  /** When the request that a connection brings arrived, if the connection was held before it began. */
  whenArrived(socket: Socket): number | undefined;
  /** Whether connections are held. */
  isCrowded(): boolean;
};

/** Connections that begin in one turn of the event loop, at most. */
const perTurn = 4;
/**
 * While others keep arriving, one begins in so many turns: to read its request takes several times as long as to accept it. The
 * busier the turns are, the sooner, so that new clients get their share beside those who are in already.
 */
const turnsPerBegin = 16;
const requestsPerBegin = 8;
/** Past this, the one that was held longest begins whenever another arrives. */
const mostHeld = 2048;

/** A client that hangs up meanwhile. */
const ignoreReset = () => undefined;

/** Notes when the bytes of held connections arrived. */
function createNotes(clock: Clock) {
  const notes = new WeakMap<Socket, { bytes: number; at: number }>();
  let accepted: Socket[] = [];
  let read: Socket[] = [];
  return {
    add: (socket: Socket) => void accepted.push(socket),
    /** What is accepted in one turn is read in the next. */
    endTurn(): void {
      for (const socket of read) notes.set(socket, { bytes: socket.bytesRead, at: clock.instant() });
      read = accepted;
      accepted = [];
    },
    whenArrived(socket: Socket): number | undefined {
      const note = notes.get(socket);
      if (!note) return undefined;
      if (note.bytes === socket.bytesRead) return note.at;
      // More has come since.
      notes.delete(socket);
      return undefined;
    },
  };
}

/** The connections that are held, and how they begin. */
function createHall(begin: (socket: Socket) => void) {
  const held: Socket[] = [];
  let takesNewest = false;
  const letIn = (socket: Socket) => {
    socket.off('error', ignoreReset);
    if (!socket.destroyed) begin(socket);
  };
  return {
    size: () => held.length,
    add(socket: Socket): void {
      socket.on('error', ignoreReset);
      held.push(socket);
      if (held.length > mostHeld) held.splice(0, 1).forEach(letIn);
    },
    /** The newest and the oldest by turns: neither one that has just come waits for all the others, nor one of them forever. */
    open(count: number): void {
      for (let left = count; left > 0 && held.length > 0; left--) {
        takesNewest = !takesNewest;
        held.splice(takesNewest ? -1 : 0, 1).forEach(letIn);
      }
    },
  };
}

/**
 * Lets clients in that connect while a crowd does. Node.js accepts one connection per turn of its event loop, in order. If
 * each turn also read and answered a request, a new client would wait until all who connected before are answered. So while
 * connections keep arriving, they are held, and begin once no client is left outside. A lone one begins at once.
 */
export function holdCrowds(server: Server, clock: Clock): Arrivals {
  const [listener] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (!listener) throw new Error('the server does not listen for connections');
  const begin = listener.bind(server);
  const hall = createHall(begin);
  const notes = createNotes(clock);
  let isScheduled = false;
  let isArriving = false;
  let wasArriving = false;
  let earned = 0;

  function schedule(): void {
    if (!isScheduled) setImmediate(endTurn);
    isScheduled = true;
  }

  function endTurn(): void {
    isScheduled = false;
    notes.endTurn();
    earned = isArriving ? earned + 1 / turnsPerBegin : 0;
    hall.open(isArriving ? Math.floor(earned) : perTurn);
    earned %= 1;
    wasArriving = isArriving;
    isArriving = false;
    if (wasArriving || hall.size() > 0) schedule();
  }

  server.on('request', () => {
    earned += 1 / requestsPerBegin;
  });
  server.off('connection', listener);
  server.on('connection', (socket) => {
    const isLone = !isArriving && !wasArriving && hall.size() === 0;
    isArriving = true;
    schedule();
    if (isLone) return void begin(socket);
    notes.add(socket);
    hall.add(socket);
  });
  return { whenArrived: notes.whenArrived, isCrowded: () => hall.size() > 0 };
}

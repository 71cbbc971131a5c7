import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../identity/deps.ts';
import { networkOf } from '../platform/address.ts';
import type { Clock } from '../platform/clock.ts';
import { refuse } from '../platform/refusal.ts';
import { addressOf } from './client-address.ts';
import { errorBody, sendRefusal } from './errors.ts';
import { setHeaders } from './headers.ts';
import { logWhenAnswered } from './request-log.ts';
import { Ring } from './turns.ts';

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Anything that never became a request (broken HTTP, endless headers, a stalled client) gets an error and is
 * closed.
 */
export function answerBadConnection(
  { clock, log, languages }: Pick<Deps, 'clock' | 'log' | 'languages'>,
  common: Record<string, string>,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const requestId = randomUUID();
  log.info({ requestId, status, code: error.code }, 'a connection was refused');
  // It asks for no language: its headers can't be read.
  const texts = languages.texts(languages.fallback);
  const seen = { path: '', requestId, now: clock.now() };
  const body = JSON.stringify(errorBody(refuse('MALFORMED_REQUEST'), seen, texts));
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    ...common,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}

/** Expectations other than 100-continue may be ignored; the request is served as if it had none. */
function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Node.js would refuse a request without a Host header with its own message; this sends ours. */
function lacksHost({ headers, raw }: FastifyRequest): boolean {
  return headers.host === undefined && raw.httpVersion !== '1.0';
}

/** What happens to every request before its route runs. One hook, because each one costs every request. */
export function receiveRequests(app: FastifyInstance, deps: Deps, headers: Record<string, string>): void {
  for (const name of ['call', 'address', 'cookies', 'receivedAt', 'waitedMs'] as const)
    app.decorateRequest(name, undefined);
  ignoreExpectations(app);
  beginOneByOne(app.server);
  const begin = spreadOverRounds(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply, headers);
    logWhenAnswered(deps, request, reply);
    if (lacksHost(request)) return void sendRefusal(request, reply, refuse('MALFORMED_REQUEST'), deps);
    if (begin(networkOf(addressOf(request), 4), done)) return;
    // It arrived no later for having to wait, unless its body follows.
    const arrivedAt = deps.clock.instant();
    setImmediate(() => {
      if (request.raw.complete) request.receivedAt = arrivedAt;
    });
  });
}

/** Requests that begin in one round of the event loop. While clients connect, fewer: one client is accepted per round. */
const perRound = { usual: 16, whileConnecting: 1 / 4 };

/**
 * Keeps the rounds of the event loop short: a thousand requests that begin in one would hold up those that ask the database,
 * and new clients. Networks take turns. Returns whether a request began at once.
 */
function spreadOverRounds(server: Server): (network: string, begin: () => void) => boolean {
  const ring = new Ring<(() => void)[]>();
  let isScheduled = false;
  let isConnecting = false;
  let left = perRound.usual;
  const schedule = () => {
    if (!isScheduled) setImmediate(endRound);
    isScheduled = true;
  };
  function endRound(): void {
    isScheduled = false;
    left = isConnecting ? Math.min(left, 1) + perRound.whileConnecting : perRound.usual;
    isConnecting = false;
    // First: if one of them throws, the others don't wait forever.
    if (ring.size > 0) schedule();
    for (; left >= 1 && ring.size > 0; left--) {
      const [[network, queue] = ['', []]] = ring;
      const begin = queue.shift();
      ring.serve(network);
      if (queue.length === 0) ring.delete(network);
      begin?.();
    }
  }
  server.on('connection', () => {
    isConnecting = true;
    schedule();
  });
  return (network, begin) => {
    schedule();
    if (ring.size === 0 && left >= 1) {
      left--;
      begin();
      return true;
    }
    ring.join(network, []);
    ring.get(network)?.push(begin);
    return false;
  };
}

/** Requests sent ahead, on all connections. Past this, the connection that brings another is cut off. */
const mostAhead = 4096;
/** Requests sent ahead on a connection that is still read. */
const fewAhead = 16;

/**
 * A connection has one request at a time. Node.js reads ahead: what came in the same packet waits, and no more is read, until
 * the one before is answered. Those that begin are emitted as `begin`.
 */
function beginOneByOne(server: Server): void {
  const ahead = new WeakMap<Socket, (() => void)[]>();
  let waiting = 0;
  const next = (socket: Socket) => {
    const queue = ahead.get(socket) ?? [];
    // Closed, or about to be: nothing more is answered on it.
    const begin = socket.writable ? queue.shift() : undefined;
    if (begin) waiting--;
    else {
      waiting -= queue.length;
      ahead.delete(socket);
      if (socket.isPaused()) socket.resume();
    }
    begin?.();
  };
  // Node.js goes on reading with each answer, so that all of what was sent ahead would be parsed, and counted, at once. A
  // few may be: a client that hangs up is noticed only by reading.
  server.on('connection', (socket) => {
    socket.on('resume', () => void ((ahead.get(socket)?.length ?? 0) > fewAhead && socket.pause()));
  });
  for (const listener of server.listeners('request')) server.on('begin', listener as () => void);
  server.removeAllListeners('request');
  server.on('request', ({ socket }, response) => {
    const begin = () => {
      response.once('close', () => next(socket));
      server.emit('begin', response.req, response);
    };
    const queue = ahead.get(socket);
    if (!queue) {
      ahead.set(socket, []);
      return begin();
    }
    if (waiting >= mostAhead) return void socket.destroy();
    waiting++;
    queue.push(begin);
    socket.pause();
  });
}

/**
 * A list of what is open right now. Not a Set: under constant adding and deleting, a Set leaves a chain of outgrown
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

/** Counted from the signal; process managers commonly kill a service after ten seconds. */
const drainMs = 8000;

/**
 * Closing lets running requests finish and waits for nothing else: not for idle connections, which clients keep open
 * for a minute, and not for those that browsers open in advance. If a proxy has to notice first, requests are still
 * served for that long: one sent on a connection that is just being closed would be lost.
 */
export function addDrain(
  app: FastifyInstance,
  { inProcess, config }: Pick<Deps, 'inProcess' | 'config'>,
  /** Answers requests that only wait. */
  endWaits: () => void,
): void {
  const noticeMs = config.drainNoticeMs;
  const inFlight = createPlaces<ServerResponse>();
  let drain: NodeJS.Timeout | undefined;
  app.server.on('begin', (_request, response: ServerResponse) => {
    const leave = inFlight.take(response);
    response.on('close', leave);
  });
  app.addHook('preClose', async () => {
    inProcess.isDraining = true;
    endWaits();
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

/** In microseconds. */
const longestStall = 30_000_000;

/** Node's own count of what it passed to the system, and of what the system has not taken yet. */
type Handle = { bytesWritten: number; writeQueueSize: number };
type Watched = { socket: Socket; sent: number; since: number };

/**
 * A client that takes none of what it was sent for 30 seconds is cut off, whatever it asked for: until then, the answer
 * waits in memory. One that reads slowly is not.
 */
export function cutStalledReaders(app: FastifyInstance, clock: Clock, checkEveryMs: number): void {
  const connections = createPlaces<Watched>();
  app.server.on('connection', (socket) => {
    const leave = connections.take({ socket, sent: 0, since: clock.instant() });
    socket.once('close', leave);
  });
  const timer = setInterval(() => {
    const now = clock.instant();
    for (const watched of connections.taken()) if (isStalled(watched, now)) watched.socket.destroy();
  }, checkEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function isStalled(watched: Watched, now: number): boolean {
  const { _handle: handle } = watched.socket as Socket & { _handle?: Handle | null };
  const waiting = handle?.writeQueueSize ?? 0;
  const sent = (handle?.bytesWritten ?? 0) - waiting;
  if (waiting > 0 && sent === watched.sent) return now - watched.since >= longestStall;
  Object.assign(watched, { sent, since: now });
  return false;
}

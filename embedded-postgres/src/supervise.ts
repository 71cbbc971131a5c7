import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';
import { reason } from './run-program.ts';
import type { Ending, Server } from './server.ts';

export type Supervised = { pid(): number | undefined; stop(): Promise<void> };

const firstPause = 100;
const longestPause = 30_000;
/** A server that has run this long counts as healthy again. */
const healthyAfter = 60_000;
/** After this many quick deaths in a row, something is wrong that a restart won't fix. */
const worrying = 5;

/** How long to wait before restarting after this many deaths in a row. */
function pauseBefore(deaths: number): number {
  return Math.min(firstPause * 2 ** (deaths - 1), longestPause);
}

/**
 * Starts the server and keeps it running until told to stop. Rejects if the first start fails or is canceled, with no
 * server left running.
 */
export async function supervise(
  start: () => Promise<Server>,
  log: Log,
  { rest = restUnlessStopped, breakOff }: { rest?: typeof restUnlessStopped; breakOff?: AbortSignal } = {},
): Promise<Supervised> {
  const stopping = new AbortController();
  let server: Server | undefined;
  const launch = async (signal = stopping.signal) => {
    server = await start();
    await untilReady(server, signal);
    return server;
  };
  const first = await launch(breakOff);
  const watching = keepRunning(first, launch, { log, rest, stopping: stopping.signal });
  return {
    pid: () => server?.pid(),
    async stop() {
      stopping.abort();
      await server?.stop();
      await watching;
    },
  };
}

async function untilReady(server: Server, stopping: AbortSignal): Promise<void> {
  // Crash recovery may take minutes. Once stopped, the server never becomes ready.
  const stop = () => void server.stop().catch(() => undefined);
  stopping.addEventListener('abort', stop);
  try {
    if (stopping.aborted) await server.stop();
    await server.ready();
    stopping.throwIfAborted();
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}

type Means = { log: Log; rest: typeof restUnlessStopped; stopping: AbortSignal };

async function keepRunning(first: Server, launch: () => Promise<Server>, means: Means): Promise<void> {
  const { log, rest, stopping } = means;
  let deaths = 0;
  let ended = first.ended;
  for (;;) {
    const since = Date.now();
    const ending = await ended;
    if (stopping.aborted) return;
    deaths = Date.now() - since >= healthyAfter ? 1 : deaths + 1;
    report(ending, deaths, log);
    await rest(pauseBefore(deaths), stopping);
    if (stopping.aborted) return;
    ended = launchAgain(launch, log);
  }
}

/** How the next run ends. If it can't start, it ends at once. */
async function launchAgain(launch: () => Promise<Server>, log: Log): Promise<Ending> {
  try {
    const server = await launch();
    log.info({ pid: server.pid() }, 'PostgreSQL is running again');
    return await server.ended;
  } catch (error) {
    return { how: error instanceof Error ? error.message : String(error), output: '' };
  }
}

function report({ how, output }: Ending, deaths: number, log: Log): void {
  const details = { how, deaths, ...(output && { said: reason(output) }), pause: pauseBefore(deaths) };
  if (deaths < worrying) log.warn(details, 'PostgreSQL ended unexpectedly: starting it again');
  else log.error(details, 'PostgreSQL keeps ending: still trying');
}

/** A pause that ends early on a stop. */
async function restUnlessStopped(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(milliseconds, undefined, { signal, ref: false });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import type { Home } from './home.ts';
import { clearLeftover, readServerNote } from './leftover.ts';
import type { Log } from './log.ts';
import type { Programs } from './programs.ts';
import { cannotRun, reason, spawnOptions } from './run-program.ts';
import { type StopSignal, sendOnWindows, shutDown } from './shut-down.ts';
import { clearSocket, type Endpoint, makeSocketFolder } from './sockets.ts';

export type Plan = {
  home: Home;
  programs: Programs;
  endpoint: Endpoint;
  settings: Record<string, string>;
  log: Log;
};

/** One run of the server process. */
export type Server = {
  pid(): number | undefined;
  /** Settles once connections are accepted; rejects if the server ends first. */
  ready(): Promise<void>;
  /** How it ended, and its last output. */
  ended: Promise<Ending>;
  stop(): Promise<void>;
};
export type Ending = { how: string; output: string };

const pollEvery = 20;
const slowStart = 10_000;
const keptOutput = 8_000;
/** The last output may still be in the pipe, which a killed server's helpers keep open a little longer. */
const lastWords = 250;

/** Starts the server on a data folder that no other process uses. */
export async function startServer(plan: Plan): Promise<Server> {
  const { home, programs, endpoint, log } = plan;
  await clearLeftover(home.data, programs, log);
  if (usesSocket(endpoint)) {
    await makeSocketFolder(endpoint.host, home.user);
    await clearSocket(endpoint);
  }
  const child = spawn(programs.postgres, serverArguments(plan), {
    ...spawnOptions(programs.postgres, home.user),
    // Its own process group: Ctrl-C in the terminal is for the service, which still needs its database.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = watchEnd(child, plan);
  letGo(child);
  return {
    pid: () => (hasEnded(child) ? undefined : child.pid),
    ended,
    ready: () => untilReady(child, ended, plan),
    stop: () => stopChild(child, ended, programs),
  };
}

function serverArguments({ home, programs, endpoint, settings }: Plan): string[] {
  const socket = usesSocket(endpoint);
  const all: Record<string, string> = {
    listen_addresses: socket ? '' : endpoint.host,
    port: String(endpoint.port),
    // It is a list, and a comma in the path must not split it.
    unix_socket_directories: socket ? `"${endpoint.host.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    jit: 'off',
    // Parallel queries need shared memory, which containers are short of.
    max_parallel_workers_per_gather: '0',
    ...(Number(programs.major) >= 18 && { io_method: 'sync' }),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    // The client gets failed statements anyway; here they would only leak what people typed.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...settings,
  };
  return ['-D', home.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function usesSocket(endpoint: Endpoint): boolean {
  return endpoint.host.startsWith('/');
}

function watchEnd(child: ChildProcess, { programs, home }: Plan): Promise<Ending> {
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-keptOutput);
  });
  return new Promise((resolve) => {
    const settle = (how: string) => resolve({ how, output });
    child.once('error', (error) => settle(cannotRun(programs.postgres, error, home.user).message));
    child.once('exit', (code, signal) => {
      const how = signal ? `signal ${signal}` : `exit code ${code}`;
      child.once('close', () => settle(how));
      setTimeout(settle, lastWords, how).unref();
    });
  });
}

/** A running server must not keep the process alive, and ends when the process exits. */
function letGo(child: ChildProcess): void {
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  const onExit = () => child.kill('SIGINT');
  process.once('exit', onExit);
  child.once('exit', () => process.removeListener('exit', onExit));
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function untilReady(child: ChildProcess, ended: Promise<Ending>, { home, log }: Plan): Promise<void> {
  let complain = Date.now() + slowStart;
  while (!hasEnded(child)) {
    const note = await readServerNote(home.data);
    if (note?.pid === child.pid && note?.ready) return;
    if (Date.now() > complain) {
      log.warn({ data: home.data }, 'PostgreSQL is still starting (after a crash it has to recover first)');
      complain = Date.now() + slowStart;
    }
    await pause(pollEvery);
  }
  const { how, output } = await ended;
  throw new EmbeddedPostgresError(`PostgreSQL did not start on ${home.data} (${how}): ${reason(output)}`);
}

async function stopChild(child: ChildProcess, ended: Promise<Ending>, programs: Programs): Promise<void> {
  if (hasEnded(child)) return;
  child.ref();
  const send = async (signal: StopSignal) => {
    if (process.platform === 'win32' && child.pid) await sendOnWindows(programs.control, signal, child.pid);
    else child.kill(signal);
  };
  await shutDown(send, async (patience) => {
    const late = new AbortController();
    const inTime = ended.then(() => true);
    const timeout = pause(patience, false, { signal: late.signal }).catch(() => false);
    const gone = await Promise.race([inTime, timeout]);
    late.abort();
    return gone;
  });
}

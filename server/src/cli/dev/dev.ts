import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../platform/config/config.ts';
import { createLogger } from '../../platform/log.ts';
import { serve } from '../../runtime/serve.ts';
import { UsageError } from '../output.ts';
import { findPeople, type People } from './people.ts';

export type DevOptions = { port: number; command: string[] };

const pollMs = 200;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof signals)[number];

/** What the service's configuration has to be for an application on that port. */
export function besideApplication(
  variables: Record<string, string | undefined>,
  { port, latchkeyPort }: { port: number; latchkeyPort: number },
): Record<string, string | undefined> {
  const origins = [variables.ALLOWED_ORIGINS, `http://localhost:${port}`, `http://127.0.0.1:${port}`];
  return {
    LOG_LEVEL: 'warn',
    ...variables,
    // Those that are set are the application's.
    PORT: String(latchkeyPort),
    BASE_URL: `http://localhost:${latchkeyPort}`,
    ALLOWED_ORIGINS: origins.filter(Boolean).join(','),
  };
}

/** Runs Latchkey, and a command beside it, until either ends or a signal says so. Leaves nothing running. */
export async function runBeside(config: Config, { port, command }: DevOptions): Promise<void> {
  if (config.environment !== 'development')
    throw new UsageError('"latchkey dev" is for development: it prints passwords. Unset NODE_ENV.');
  const people = await findPeople(config);
  const stopping = new AbortController();
  const running = serve(config, createLogger(config), stopping.signal);
  let heard: StopSignal | undefined;
  let child: ChildProcess | undefined;
  const stop = (signal: StopSignal) => {
    // The second one means it.
    if (child) sendToGroup(child, heard ? 'SIGKILL' : signal);
    heard ??= signal;
    stopping.abort();
  };
  for (const signal of signals) process.on(signal, stop);
  const watching = watchScript(() => stop('SIGTERM'));
  try {
    await running;
    child = command.length > 0 && !heard ? startBeside(command, config, port) : undefined;
    const ended = child ? endOf(child) : untilAborted(stopping.signal);
    if (child) await Promise.race([answers(`http://localhost:${port}/`, stopping.signal), ended]);
    if (!heard && child?.exitCode == null) console.log(welcome(config, port, child !== undefined, people));
    const code = await ended;
    process.exitCode = heard ? 0 : code;
  } catch (error) {
    if (!heard) throw error;
  } finally {
    stopping.abort();
    clearInterval(watching);
    for (const signal of signals) process.off(signal, stop);
    if (child) sendToGroup(child, 'SIGKILL');
    await (await running.catch(() => undefined))?.close();
  }
}

/** npm ends the shell of a script on a signal, and the shell passes none on: what it started is alone from then on. */
function watchScript(stop: () => void): NodeJS.Timeout | undefined {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, pollMs);
  return timer.unref();
}

function startBeside([program = '', ...args]: string[], config: Config, port: number): ChildProcess {
  const isWindows = process.platform === 'win32';
  // In a group of its own: npm and npx don't pass a signal on to everything they start.
  return spawn(program, args, {
    // Vite shows pages only what begins with its prefix.
    env: {
      ...process.env,
      PORT: String(port),
      LATCHKEY_URL: config.baseUrl,
      VITE_LATCHKEY_URL: config.baseUrl,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: !isWindows,
    shell: isWindows,
  });
}

function sendToGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}

/** Its exit code, or what a shell would make of the signal that ended it. */
function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    child.on('error', (error) =>
      reject(new UsageError(`${child.spawnfile} can't be started: ${error.message}`)),
    );
  });
}

function untilAborted(signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(0), { once: true });
    if (signal.aborted) resolve(0);
  });
}

async function answers(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const response = await fetch(url, { redirect: 'manual', signal }).catch(() => undefined);
    await response?.body?.cancel();
    if (response) return;
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

function welcome({ baseUrl }: Config, port: number, hasCommand: boolean, { user, admin }: People): string {
  return [
    '',
    ...(hasCommand ? [`  Your application  http://localhost:${port}`] : []),
    `  Latchkey          ${baseUrl}`,
    `  A person          ${user.email}   ${user.password}`,
    `  An ADMIN          ${admin.email}  ${admin.password}  (codes: npx latchkey dev code)`,
    '',
  ].join('\n');
}

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestServer } from './connection.ts';
import { atEnd } from './lifetime.ts';
import type { TestService } from './service.ts';

/** The command as it is installed: `npm test` builds it first. */
export const command = fileURLToPath(new URL('../bin/latchkey.js', import.meta.url));

export type Outcome = { code: number | null; out: string; error: string };
type Where = { cwd: string; env: Record<string, string> };

export function startCommand(args: string[], { cwd, env }: Where): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}

/** The command in a process of its own, for tests about that. It takes a second to load. */
export async function spawnCommand(args: string[], where: Where): Promise<Outcome> {
  const child = startCommand(args, where);
  const outcome = { out: '', error: '' };
  child.stdout?.on('data', (chunk) => (outcome.out += chunk));
  child.stderr?.on('data', (chunk) => (outcome.error += chunk));
  const [code] = await once(child, 'close');
  return { code, ...outcome };
}

let host: ChildProcess | undefined;
let asked = 0;

/** Waits for commands until the worker of these tests ends. */
function hostOfCommands(): ChildProcess {
  if (host?.connected) return host;
  host = fork(fileURLToPath(new URL('command-host.mjs', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  host.unref();
  host.channel?.unref();
  return host;
}

/** What the command prints, and its exit code, without the time to load it: see command-host.mjs. */
export async function runCommand(args: string[], { cwd, env }: Where): Promise<Outcome> {
  const { PATH = '', HOME = '' } = process.env;
  const [child, id] = [hostOfCommands(), ++asked];
  return new Promise((resolve, reject) => {
    const hear = (answer: { id: number; outcome: Outcome }) => {
      if (answer.id === id) settle(() => resolve(answer.outcome));
    };
    const ended = () => settle(() => reject(new Error(`latchkey ${args.join(' ')}: its process ended`)));
    const settle = (done: () => void) => {
      child.off('message', hear).off('exit', ended);
      done();
    };
    child.on('message', hear).on('exit', ended);
    child.send({ id, args, cwd, env: { PATH, HOME, ...env } });
  });
}

/** A URL that PostgreSQL's own programs accept, too. */
export function urlOf({ host, port, username, password, database }: TestServer): string {
  const owner = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
  return `postgres://${owner}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

/** What a command needs to work on a service's database. */
export function environmentOf({ database, config }: TestService): Record<string, string> {
  const { session, accessToken, refreshToken } = config.secrets;
  return {
    DATABASE_URL: urlOf(database.connection),
    SESSION_SECRET: session,
    JWT_SECRET: accessToken,
    JWT_REFRESH_SECRET: refreshToken,
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
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

export async function runCommand(args: string[], where: Where): Promise<Outcome> {
  const child = startCommand(args, where);
  const outcome = { out: '', error: '' };
  child.stdout?.on('data', (chunk) => (outcome.out += chunk));
  child.stderr?.on('data', (chunk) => (outcome.error += chunk));
  const [code] = await once(child, 'close');
  return { code, ...outcome };
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

/// <reference types="node" />
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestUser } from './sessions.js';

export type StartOptions = {
  /** More variables for it, such as ENABLE_EMAIL_LOGIN. */
  env?: Record<string, string>;
  /** The script of the command, if it isn't installed in this project. */
  command?: string;
};

export type TestLatchkey = {
  url: string;
  /** Registers a person with an organization of their own. */
  newUser(): Promise<TestUser>;
  /** Ends it, and removes its database. */
  stop(): Promise<void>;
};

/** Nothing else: a runner of tests has variables of its own, such as BASE_URL. */
const inherited = Object.fromEntries(
  ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'LANG'].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  ),
);

const startMs = 60_000;
const stopMs = 15_000;

/** A Latchkey on a free port with an empty database, for your own tests. Stop it when they are done. */
export async function startLatchkey({
  env = {},
  command = findCommand(),
}: StartOptions = {}): Promise<TestLatchkey> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-test-'));
  // If this runs as root, PostgreSQL runs as another user.
  await chmod(folder, 0o711);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['--max-semi-space-size=8', command, 'serve', '--temporary'], {
    cwd: folder,
    env: {
      ...inherited,
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      DATABASE_URL: `embedded:${join(folder, 'data')}`,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  // It ends in order even if these tests don't.
  const leave = () => void child.kill('SIGTERM');
  process.once('exit', leave);
  const stop = async () => {
    process.off('exit', leave);
    await endOf(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilReady(url, child, () => said);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop, newUser: () => register(url) };
}

/** Where it was installed: in this project or above it. */
function findCommand(): string {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    for (const name of ['latchkey', '@latchkey/server']) {
      const script = join(folder, 'node_modules', name, 'bin/latchkey.js');
      if (existsSync(script)) return script;
    }
    if (folder === dirname(folder)) break;
  }
  throw new Error(
    'Latchkey is not installed here: npm install --save-dev latchkey, or say which command to run.',
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilReady(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const until = Date.now() + startMs;
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    const ready = await fetch(`${url}/api/health/ready`).catch(() => undefined);
    if (ready?.ok) return;
    await pause(50);
  }
  throw new Error(`Latchkey did not start. It said:\n${said()}`);
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(late);
}

async function register(url: string): Promise<TestUser> {
  const user = { email: `test-${randomUUID()}@example.com`, password: 'Test-Password-1' };
  await fetch(`${url}/api/test/reset-rate-limits`, { method: 'POST' });
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...user, organizationName: 'Test company' }),
  });
  if (answer.ok) return user;
  throw new Error(`No account could be made: ${await answer.text()}`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@latchkey/server/testing/net';

export const command = fileURLToPath(new URL('../server/bin/latchkey.js', import.meta.url));

export const secrets = {
  SESSION_SECRET: 'session-secret-of-the-faults-0123456789',
  JWT_SECRET: 'access-secret-of-the-faults-0123456789x',
  JWT_REFRESH_SECRET: 'refresh-secret-of-the-faults-0123456789',
};

/** As in production, with limits that don't get in the way of load from one address. */
export const usual = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  BASE_URL: 'http://localhost',
  LOG_LEVEL: 'error',
  RATE_LIMIT_LOGIN: '1000000/1h',
  RATE_LIMIT_REGISTER: '1000000/1h',
  RATE_LIMIT_INVITES: '1000000/1h',
  RATE_LIMIT_INVITES_UNVERIFIED: '1000000/1h',
  RATE_LIMIT_MAX: '100000000',
  ...secrets,
};

export type Node = Awaited<ReturnType<typeof startNode>>;

const nodes = new Set<Node>();

/** Ends what a run left running. */
export async function removeNodes(): Promise<void> {
  for (const node of nodes) {
    await node.kill();
    rmSync(node.cwd, { recursive: true, force: true });
  }
  nodes.clear();
}

/** The service as installed, or another build of it, in its own process, which only `start` restarts. */
export async function startNode(env: Record<string, string>, port?: number, program = command) {
  const own = port ?? (await freePort());
  const url = `http://127.0.0.1:${own}`;
  const cwd = mkdtempSync(join(tmpdir(), 'latchkey-node-'));
  let child: ChildProcess | undefined;
  let more: Record<string, string> = {};
  const node = {
    url,
    cwd,
    port: own,
    pid: () => child?.pid ?? 0,
    /** Starts it, with these settings changed, and waits until it is ready. */
    async start(change: Record<string, string> = {}) {
      more = { ...more, ...change };
      child = launch(program, { ...usual, ...env, ...more, PORT: String(own) }, cwd);
      while (!(await isReady(url))) {
        if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
        if (child.signalCode !== null) return;
        await pause(50);
      }
    },
    send: (signal: NodeJS.Signals) => void child?.kill(signal),
    async kill() {
      await endBy(child, 'SIGKILL');
    },
    /** Stops it gracefully. Returns the exit code. */
    async stop(): Promise<number | null> {
      await endBy(child, 'SIGTERM');
      return child?.exitCode ?? null;
    },
  };
  nodes.add(node);
  await node.start();
  return node;
}

function launch(program: string, env: Record<string, string>, cwd: string): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--max-semi-space-size=8', program, 'serve'], {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  child.once('exit', () => process.removeListener('exit', killChild));
  return child;
}

async function endBy(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

export async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

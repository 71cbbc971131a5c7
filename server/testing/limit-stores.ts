import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Redis } from 'ioredis';
import { atEnd } from './lifetime.ts';
import { closed, freePort, listen } from './net.ts';

/** Finds redis-server in the PATH. Prints what is skipped if it isn't there. */
export function findRedisServer(skipping: string): string | undefined {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'redis-server'))
    .find((file) => existsSync(file));
  if (!found) console.log(`SKIPPED: ${skipping}, because redis-server was not found in the PATH`);
  return found;
}

export type TestRedis = {
  url: string;
  port: number;
  /** SIGSTOP makes it hang, SIGCONT lets it continue. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends the process at once and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again, empty, at the same address. */
  restart(): Promise<void>;
};

/**
 * A real Redis on a random loopback port, in memory only and with a password; `more` are options of redis-server. With a
 * `tls-port`, it listens there only.
 */
export async function startRedis(
  binary: string,
  password = 'redis-test-password',
  more: Record<string, string | number> = {},
): Promise<TestRedis> {
  const port = Number(more['tls-port'] ?? (await freePort()));
  const plain = more['tls-port'] ? 0 : port;
  const options = { port: plain, bind: '127.0.0.1', requirepass: password, save: '', dir: tmpdir(), ...more };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return keepRedis(() => launch(binary, args), { port, url: `redis://:${password}@127.0.0.1:${port}` });
}

/** A sentinel, by its file of settings, which it writes to. */
export async function startSentinel(binary: string, file: string, port: number): Promise<TestRedis> {
  const start = () => launch(binary, [file, '--sentinel'], 'Sentinel ID is');
  return keepRedis(start, { port, url: `redis://127.0.0.1:${port}` });
}

async function keepRedis(
  start: () => Promise<ChildProcess>,
  at: { port: number; url: string },
): Promise<TestRedis> {
  let child = await start();
  const redis = {
    ...at,
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => void child.kill(signal),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
    async restart() {
      child = await start();
    },
  };
  atEnd(() => redis.kill());
  return redis;
}

function launch(
  binary: string,
  args: string[],
  ready = 'Ready to accept connections',
): Promise<ChildProcess> {
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes(ready)) resolve(child);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      process.removeListener('exit', killChild);
      reject(new Error(`redis-server ended with ${code}: ${output}`));
    });
  });
}

export type TestUpstash = {
  url: string;
  /** The headers of every request so far. */
  requests: IncomingHttpHeaders[];
  close(): Promise<void>;
};

/** Upstash's REST interface, as far as the service uses it, in front of a real Redis. */
export async function startUpstash(redisUrl: string, token: string, port = 0): Promise<TestUpstash> {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 0 });
  // Commands that fail because of it report the error themselves.
  redis.on('error', () => undefined);
  const requests: IncomingHttpHeaders[] = [];

  async function answer(request: IncomingMessage): Promise<[status: number, body: object]> {
    const [name = '', ...args] = (await json(request)) as string[];
    if (request.headers.authorization !== `Bearer ${token}`) {
      return [401, { error: 'WRONGPASS invalid or missing auth token' }];
    }
    try {
      return [200, { result: await redis.call(name, ...args) }];
    } catch (error) {
      return [400, { error: (error as Error).message }];
    }
  }

  const server = createServer((request, response) => {
    requests.push(request.headers);
    answer(request).then(
      ([status, body]) => response.writeHead(status).end(JSON.stringify(body)),
      (error) => response.destroy(error),
    );
  });
  return {
    url: `http://127.0.0.1:${await listen(server, port)}`,
    requests,
    close: atEnd(async () => {
      redis.disconnect();
      server.closeAllConnections();
      await closed(server);
    }),
  };
}

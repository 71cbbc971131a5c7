import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import { firstBarrier, type RunUser, setAccess } from './run-user.ts';

/** Where the server listens: `host` is the socket's folder, or an address if there are no sockets. */
export type Endpoint = { host: string; port: number };

/** macOS allows 103 bytes, Linux 107. */
const longestSocket = 103;
const socketPort = 5432;

export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= longestSocket;
}

export function socketPath({ host, port }: Endpoint): string {
  return join(host, `.s.PGSQL.${port}`);
}

/** Whether a running process listens on the socket. True if that can't be determined, which is the safe answer. */
export function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const caller = connect(path);
    const settle = (alive: boolean) => {
      caller.destroy();
      resolve(alive);
    };
    caller.once('connect', () => settle(true));
    caller.once('error', (error) =>
      settle(!['ECONNREFUSED', 'ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')),
    );
  });
}

/** Finds a private folder for the server's socket; without one, a free port on the loopback address. */
export async function chooseEndpoint(home: string, user: RunUser | undefined): Promise<Endpoint> {
  if (process.platform === 'win32') return loopback();
  const name = `embedded-postgres-${createHash('sha256').update(home).digest('hex').slice(0, 12)}-${process.geteuid?.()}`;
  for (const host of [join(home, 'socket'), join(tmpdir(), name), join('/tmp', name)]) {
    const endpoint = { host, port: socketPort };
    if (fitsSocket(socketPath(endpoint)) && (await canHoldSockets(host, user))) return endpoint;
  }
  return loopback();
}

/** Creates the folder again if needed: temporary folders get cleaned up. */
export async function makeSocketFolder(folder: string, user: RunUser | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await setAccess(folder, 0o700, user))) {
    throw new EmbeddedPostgresError(`the folder ${folder} for PostgreSQL's socket cannot be made private`);
  }
}

async function canHoldSockets(folder: string, user: RunUser | undefined): Promise<boolean> {
  try {
    if (user && (await firstBarrier(dirname(folder), user))) return false;
    await makeSocketFolder(folder, user);
    await stopListening(await listenOn({ path: join(folder, `.probe-${process.pid}`) }));
    return true;
  } catch (error) {
    // Someone else's folder, or a file system without sockets (shared folders of virtual machines): try the next.
    if (error instanceof EmbeddedPostgresError || errorCode(error)) return false;
    throw error;
  }
}

export async function loopback(): Promise<Endpoint> {
  const host = '127.0.0.1';
  const server = await listenOn({ host, port: 0 });
  const address = server.address();
  await stopListening(server);
  if (!address || typeof address === 'string')
    throw new EmbeddedPostgresError('there is no free port on 127.0.0.1');
  return { host, port: address.port };
}

export function listenOn(where: { path: string } | Endpoint): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((caller) => caller.destroy());
    server.once('error', reject);
    server.listen(where, () => resolve(server));
  });
}

export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
  });
}

/** Removes what a dead server left of its socket: PostgreSQL would trust the process id in it. */
export async function clearSocket(endpoint: Endpoint): Promise<void> {
  const path = socketPath(endpoint);
  for (const file of [path, `${path}.lock`]) await rm(file, { force: true });
}

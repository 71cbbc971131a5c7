import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Row } from 'postgres';
import { inject } from 'vitest';
import { errorCode } from '../../embedded-postgres/src/errors.ts';
import { findInstalled, preparePrograms } from '../../embedded-postgres/src/programs.ts';
import { runProgram, spawnOptions } from '../../embedded-postgres/src/run-program.ts';
import { isRoot, nobody } from '../../embedded-postgres/src/run-user.ts';
import { freePort } from './net.ts';

/** A PostgreSQL server as an operator runs one: on a port, with its own settings, and not supervised. */
export type RealServer = {
  port: number;
  data: string;
  process: ChildProcess;
  /** How to reach it as its owner; `more` is a query. */
  url(more?: string): string;
  /** Runs statements one by one as its owner, and returns the last result. */
  order(...statements: string[]): Promise<Row[]>;
  /** Freezes all its processes: clients get neither a response nor a refusal. */
  freeze(): Promise<void>;
  thaw(): void;
  stop(signal?: NodeJS.Signals): Promise<void>;
};
type Settings = Record<string, string>;

const quiet = { info() {}, warn() {}, error() {} };
const password = 'a password, with % in it';
const ownerName = 'postgres';

const running = new Set<RealServer>();
const folders = new Set<string>();
/** Shared memory of killed servers. It stays until a restart in the same folder, and keeps a too early one from harm. */
const orphaned = new Set<string>();

/** Stops every server that a test left running, and removes its data. */
export async function removeServers(): Promise<void> {
  for (const server of running) await server.stop('SIGQUIT');
  for (const id of orphaned) await runProgram('ipcrm', ['-m', id], { user: undefined });
  orphaned.clear();
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  folders.clear();
}

export const userInfo = `${ownerName}:${encodeURIComponent(password)}`;

const user = isRoot() ? await nobody() : undefined;

let prepared: ReturnType<typeof preparePrograms> | undefined;

function programs() {
  prepared ??= findInstalled().then((found) =>
    preparePrograms(found, { user, copies: lastingFolder, log: quiet }),
  );
  return prepared;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-server-'));
  folders.add(folder);
  await chmod(folder, 0o755);
  return folder;
}

/** Kept until the end of the run, for later test files. */
async function lastingFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('folder'), 'server-'));
  await chmod(folder, 0o755);
  return folder;
}

async function give(path: string): Promise<void> {
  await chmod(path, 0o600);
  if (user) await chown(path, user.uid, user.gid);
}

let pristine: Promise<string> | undefined;

/** A data folder that no server uses yet. Creating one takes seconds, so each is a copy of the first. */
export async function makeCluster(): Promise<string> {
  pristine ??= initialize();
  return copyCluster(await pristine);
}

async function initialize(): Promise<string> {
  const folder = await lastingFolder();
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  await give(passwordFile);
  const { initdb } = await programs();
  const args = [`--pgdata=${data}`, `--username=${ownerName}`, `--pwfile=${passwordFile}`, '--no-sync'];
  args.push('--auth=scram-sha-256', '--set=scram_iterations=1', '--locale=C', '--encoding=UTF8');
  const made = await runProgram(initdb, args, { user });
  if (!made.ok) throw new Error(made.output);
  return data;
}

/** Copies the data of a server that is down. */
export async function copyCluster(data: string): Promise<string> {
  const folder = await newFolder();
  if (user) await chown(folder, user.uid, user.gid);
  const copy = join(folder, 'data');
  await runProgram('/bin/cp', ['-a', data, copy], { user: undefined });
  if (user) await runProgram('/bin/chown', ['-R', `${user.uid}:${user.gid}`, folder], { user: undefined });
  await chmod(copy, 0o700);
  return copy;
}

/** A file beside the data that only the server can read. */
export async function writeBeside(data: string, name: string, content: string): Promise<string> {
  const path = join(data, '..', name);
  await writeFile(path, content);
  await give(path);
  return path;
}

/** A copy of the data of a server that is down, set up to follow another one as a standby. */
export async function copyAsStandby(data: string, primaryPort: number): Promise<string> {
  const copy = await copyCluster(data);
  await writeFile(join(copy, 'standby.signal'), '');
  const conninfo = `host=127.0.0.1 port=${primaryPort} user=${ownerName} password='${password}'`;
  const line = `primary_conninfo = '${conninfo.replaceAll("'", "''")}'\n`;
  await writeFile(join(copy, 'postgresql.auto.conf'), line);
  for (const name of ['standby.signal', 'postgresql.auto.conf']) await give(join(copy, name));
  return copy;
}

/** Resolves when the server accepts connections. */
export async function startServer(data: string, port?: number, settings: Settings = {}): Promise<RealServer> {
  const { postgres: program } = await programs();
  const own = port ?? (await freePort());
  const all: Settings = {
    listen_addresses: '127.0.0.1',
    port: String(own),
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '16MB',
    io_method: 'sync',
    // In the data folder: after a kill, files in /dev/shm would stay.
    dynamic_shared_memory_type: 'mmap',
    wal_retrieve_retry_interval: '100ms',
    ...settings,
  };
  const args = ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(program, args, {
    ...spawnOptions(program, user),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk));
  const frozen: number[] = [];
  const server: RealServer = {
    port: own,
    data,
    process: child,
    url: (more = '') => `postgres://${userInfo}@127.0.0.1:${own}/postgres${more}`,
    async order(...statements) {
      const sql = postgres(server.url(), { max: 1, onnotice() {} });
      let answer: Row[] = [];
      for (const statement of statements) answer = await sql.unsafe(statement);
      await sql.end();
      return answer;
    },
    async freeze() {
      const processes = await server.order('SELECT pid FROM pg_stat_activity');
      frozen.push(child.pid ?? 0, ...processes.map(({ pid }) => Number(pid)));
      for (const pid of frozen) send(pid, 'SIGSTOP');
    },
    thaw() {
      for (const pid of frozen.splice(0)) send(pid, 'SIGCONT');
    },
    async stop(signal = 'SIGINT') {
      running.delete(server);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const segment = await sharedMemoryOf(data);
      if (signal === 'SIGKILL' && segment) orphaned.add(segment);
      // Not 'exit': for a moment, connections outlive a server that was killed, and they hold on to its output.
      const gone = once(child, 'close');
      child.kill(signal);
      server.thaw();
      await gone;
    },
  };
  running.add(server);
  while (!(await isReady(server))) {
    if (child.exitCode !== null) throw new Error(said);
    await pause(20);
  }
  return server;
}

async function isReady({ data, process: { pid } }: RealServer): Promise<boolean> {
  const note = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = note.split('\n').map((line) => line.trim());
  return Number(lines[0]) === pid && ['ready', 'standby'].includes(lines[7] ?? '');
}

/** The ID of the System V segment that a server noted beside its data. */
export async function sharedMemoryOf(data: string): Promise<string | undefined> {
  const note = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  return note.split('\n')[6]?.trim().split(/\s+/)[1];
}

/** Its connection may have ended in the meantime, and the process with it. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../index.ts';
import { isServerOf } from '../leftover.ts';
import { nobody, type RunUser, spawnIds } from '../run-user.ts';
import type { ChildReport, Started } from './service.ts';

export type Service = { process: ChildProcess; answer: ChildReport };

type Entry = { level: string; message: string; details: object };

const here = dirname(fileURLToPath(import.meta.url));
const cleanups: (() => Promise<unknown>)[] = [];
const services: ChildProcess[] = [];
const leftoverServers = new Map<number, string>();

/** Undoes what the test created, in reverse order, even if one part fails. */
export async function cleanUp(): Promise<void> {
  for (const child of services.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGTERM');
  }
  for (const [pid, data] of leftoverServers) {
    if (await isServerOf(pid, data)) process.kill(pid, 'SIGQUIT');
    await until(async () => !(await isServerOf(pid, data)));
  }
  leftoverServers.clear();
  const failures: unknown[] = [];
  for (const undo of cleanups.splice(0).reverse()) await undo().catch((error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'the test could not be cleaned up');
}

export function later(undo: () => Promise<unknown>): void {
  cleanups.push(undo);
}

/** A log that keeps its entries. */
export function keepingLog() {
  const entries: Entry[] = [];
  const at = (level: string) => (details: object, message: string) => {
    entries.push({ level, message, details });
  };
  return { entries, info: at('info'), warn: at('warn'), error: at('error') };
}

/** A temporary folder that all users can pass through or, unless `open`, only its owner. */
export async function temporaryFolder({ open = true } = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lk-')));
  await chmod(folder, open ? 0o755 : 0o700);
  later(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

let made: Promise<string> | undefined;

/** A folder with a database in it. It's a copy, because creating one takes seconds. */
export async function folderWithDatabase(): Promise<string> {
  made ??= makeDatabase();
  const folder = await temporaryFolder();
  await promisify(execFile)('cp', ['-a', join(await made, 'postgres'), folder]);
  return folder;
}

async function makeDatabase(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lk-made-')));
  await chmod(folder, 0o755);
  const database = await startEmbeddedPostgres({ folder, log: keepingLog(), settings: { fsync: 'off' } });
  await database.stop();
  return folder;
}

/** Removes what the tests in a file shared. */
export async function removeShared(): Promise<void> {
  const [script, database] = await Promise.all([compiled, made]);
  if (script) await rm(dirname(dirname(script)), { recursive: true });
  if (database) await rm(database, { recursive: true });
  [compiled, made] = [undefined, undefined];
}

/** Starts the database in this process, and stops it after the test. */
export async function startHere(folder: string, log = keepingLog()): Promise<EmbeddedPostgres> {
  later(async () => {
    const elsewhere = await readFile(join(folder, 'database-location'), 'utf8').catch(() => '');
    if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true });
  });
  const database = await startEmbeddedPostgres({ folder, log, settings: { fsync: 'off' } });
  later(() => database.stop());
  return database;
}

/** Runs one query over its own connection. */
export async function ask<T extends object>(
  connection: EmbeddedPostgres['connection'],
  statement: string,
): Promise<T[]> {
  const sql = postgres({ ...connection, max: 1, onnotice: () => {}, connect_timeout: 5 });
  try {
    return [...(await sql.unsafe<T[]>(statement))];
  } finally {
    await sql.end();
  }
}

let compiled: Promise<string> | undefined;

/** The stand-in service as plain JavaScript, because `node` alone can't run it. Compiled once per test file. */
function compiledService(): Promise<string> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lk-service-'));
  await chmod(folder, 0o755);
  const require = createRequire(import.meta.url);
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  const options = ['--module', 'nodenext', '--target', 'es2023', '--types', 'node', '--noCheck'];
  options.push(
    '--rewriteRelativeImportExtensions',
    '--ignoreConfig',
    '--outDir',
    folder,
    '--rootDir',
    dirname(here),
  );
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await promisify(execFile)(process.execPath, [compiler, ...options, join(here, 'service.ts')]);
  const packages = dirname(dirname(require.resolve('typescript/package.json')));
  await symlink(packages, join(folder, 'node_modules'));
  return join(folder, 'testing', 'service.js');
}

/** Starts the stand-in service in its own process. */
export async function spawnService(folder: string, user?: RunUser) {
  const child = spawn(process.execPath, [await compiledService(), folder], {
    ...spawnIds(user),
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  services.push(child);
  return child;
}

/** Starts the stand-in service, and waits for its answer. */
export async function startService(folder: string, user?: RunUser): Promise<Service> {
  const child = await spawnService(folder, user);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const answer: ChildReport = JSON.parse(line);
  // What a killed service leaves behind if the test fails before stopping it.
  if ('pid' in answer) leftoverServers.set(answer.pid, join(await realpath(folder), 'postgres', 'data'));
  return { process: child, answer };
}

export function started({ answer }: Service): Started {
  if ('message' in answer) throw new Error(`the service did not start: ${answer.message}`);
  return answer;
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Runs programs as an ordinary user: undefined for the user who runs the tests or, if that is root, the system's `nobody`. */
export async function ordinaryUser(): Promise<RunUser | undefined> {
  return process.geteuid?.() === 0 ? nobody() : undefined;
}

/** Whether Linux shows us the server's working directory: root needs CAP_SYS_PTRACE, which containers lack. */
export function maySeeOtherUsers(): boolean {
  if (process.platform !== 'linux') return false;
  const capabilities = /^CapEff:\s*(\w+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return process.geteuid?.() !== 0 || ((BigInt(`0x${capabilities}`) >> 19n) & 1n) === 1n;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export async function until(condition: () => boolean | Promise<boolean>, patience = 10_000): Promise<void> {
  const last = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > last) throw new Error('what was waited for did not happen');
    await pause(20);
  }
}

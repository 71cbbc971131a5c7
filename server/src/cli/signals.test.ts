import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectToRunning } from '@latchkey/embedded-postgres';
import { testDatabase } from '@latchkey/server/testing/database';
import { freePort } from '@latchkey/server/testing/net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { locks } from '../platform/db/locks.ts';
import { createLogger } from '../platform/log.ts';
import { serve } from '../runtime/serve.ts';

// The command as installed: `npm test` builds it first. Each start takes a moment.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const root = fileURLToPath(new URL('../../..', import.meta.url));
const command = join(root, 'server', 'bin', 'latchkey.js');

let folder: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-signals-'));
  await chmod(folder, 0o755);
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

type Started = { child: ChildProcess; said(): string; port: number; ended: Promise<unknown[]> };

async function start(program: string, args: string[], name: string): Promise<Started> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, {
    cwd: root,
    // Its own group, as a terminal gives to each command.
    detached: true,
    env: { PATH, HOME, PORT: String(port), DATABASE_URL: `embedded:${join(folder, name)}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let said = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  child.stderr?.on('data', (chunk) => (said += chunk));
  return { child, said: () => said, port, ended: once(child, 'exit') };
}

const serveIn = (name: string) => start(process.execPath, [command, 'serve'], name);

async function until(service: Started, moment: () => boolean): Promise<void> {
  while (!moment()) {
    if (service.child.exitCode !== null) throw new Error(`it ended: ${service.said()}`);
    await pause(2);
  }
}

const isRunning = (service: Started) => service.said().includes('Latchkey is running.');

/** Processes that work in a folder. */
function workingOn(name: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(join(folder, name)));
}

function expectNothingLeft(name: string): void {
  expect(existsSync(join(folder, name, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  if (process.platform === 'linux') expect(workingOn(name)).toEqual([]);
}

const filesIn = (path: string) => (existsSync(path) ? readdirSync(path) : []);

// Each continues where the one before it was stopped, in the same folder. So do most tests below: another takes seconds.
const postgres = () => join(folder, 'moments', 'postgres');
const moments: [string, NodeJS.Signals, (service: Started) => boolean][] = [
  [
    'while the database is being created',
    'SIGTERM',
    () => filesIn(postgres()).some((name) => /^init-\w+$/.test(name)),
  ],
  ['while PostgreSQL is starting', 'SIGINT', () => existsSync(join(postgres(), 'data', 'postmaster.pid'))],
  ['while the schema is being created', 'SIGTERM', (service) => service.said().includes('migration applied')],
];

test.each(moments)('stopping %s (%s) leaves nothing running', async (_when, signal, moment) => {
  const service = await serveIn('moments');
  await until(service, () => moment(service));
  service.child.kill(signal);
  expect(await service.ended).toEqual([0, null]);
  expectNothingLeft('moments');
});

test('a start after several interrupted ones works', async () => {
  const service = await serveIn('moments');
  await until(service, () => isRunning(service));
  expect(await connectToRunning({ folder: join(folder, 'moments'), name: 'latchkey' })).toBeDefined();
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual([0, null]);
  expectNothingLeft('moments');
});

test('a stopped command also stops the database it started', async () => {
  const service = await start(process.execPath, [command, 'migrate'], 'command');
  const note = join(folder, 'command', 'postgres', 'data', 'postmaster.pid');
  await until(service, () => existsSync(note));
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual([1, null]);
  await expect.poll(() => existsSync(note)).toBe(false);
  if (process.platform === 'linux') await expect.poll(() => workingOn('command')).toEqual([]);
});

test("a stop does not wait for another node's migration", async () => {
  const database = await testDatabase();
  const { host, port, username, password, database: name } = database.connection;
  const who = `${username}:${encodeURIComponent(password)}`;
  const config = readConfig(
    {
      NODE_ENV: 'test',
      DATABASE_URL: `postgres://${who}@${encodeURIComponent(host)}:${port}/${name}`,
      SESSION_SECRET: 's'.repeat(32),
      JWT_SECRET: 'j'.repeat(32),
      JWT_REFRESH_SECRET: 'r'.repeat(32),
      PORT: '0',
    },
    () => {
      throw new Error('nothing is missing');
    },
  );
  const stopping = new AbortController();
  const waiting = async () => {
    // It has looked for its turn, and will look again.
    const rows = await database.sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE 'commit'`;
    return rows.length;
  };
  // A process waits only if a migration is missing.
  await database.sql`DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)`;
  await database.sql.begin(async (tx) => {
    // The lock from db/migrate.ts.
    await tx`SELECT pg_advisory_xact_lock(${locks.migrations})`;
    const log = createLogger({ environment: 'test', logLevel: 'silent' });
    const starting = serve(config, log, stopping.signal).catch((error: Error) => error.name);
    await expect.poll(waiting).toBe(1);
    stopping.abort();
    expect(await starting).toBe('AbortError');
  });
  await expect.poll(waiting).toBe(0);
});

test('SIGTERM to `npm start` ends the service before npm', async () => {
  const service = await start('npm', ['start'], 'moments');
  await until(service, () => isRunning(service));
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual([0, null]);
  expectNothingLeft('moments');
  await expect(fetch(`http://localhost:${service.port}/api/health/live`)).rejects.toThrow();
});

test('Ctrl-C on npm start, which may signal the service twice, shuts it down cleanly', async () => {
  const service = await start('npm', ['start'], 'moments');
  await until(service, () => isRunning(service));
  process.kill(-(service.child.pid ?? 0), 'SIGINT');
  expect(await service.ended).toEqual([0, null]);
  expect(service.said().match(/stopping/g)).toHaveLength(1);
  expectNothingLeft('moments');
});

test("SIGUSR2, which log rotation and profilers send, doesn't stop the service", async () => {
  const service = await serveIn('moments');
  await until(service, () => isRunning(service));
  service.child.kill('SIGUSR2');
  await until(service, () => service.said().includes('ignoring SIGUSR2'));
  expect((await fetch(`http://localhost:${service.port}/api/health/live`)).status).toBe(200);
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual([0, null]);
  expectNothingLeft('moments');
});

test("a second signal doesn't interrupt the shutdown", async () => {
  const service = await serveIn('moments');
  await until(service, () => isRunning(service));
  service.child.kill('SIGINT');
  await until(service, () => service.said().includes('stopping'));
  service.child.kill('SIGINT');
  expect(await service.ended).toEqual([0, null]);
  expectNothingLeft('moments');
});

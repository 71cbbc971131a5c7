import { spawn } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { spawnIds } from './run-user.ts';
import {
  ask,
  cleanUp,
  end,
  folderWithDatabase,
  isAlive,
  keepingLog,
  later,
  maySeeOtherUsers,
  ordinaryUser,
  removeShared,
  type Service,
  started,
  startHere,
  startService,
  temporaryFolder,
  until,
} from './testing/harness.ts';

afterEach(cleanUp);
afterAll(removeShared);

const messages = (log: ReturnType<typeof keepingLog>) => log.entries.map(({ message }) => message).join('\n');

test('after kill -9 of the service, the next start stops its server and no committed data is lost', async () => {
  const folder = await folderWithDatabase();
  const service = await startService(folder);
  const { connection, pid } = started(service);
  await ask(connection, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
  await end(service.process, 'SIGKILL');
  expect(isAlive(pid)).toBe(true);
  const log = keepingLog();
  const database = await startHere(folder, log);
  expect(messages(log)).toContain('an earlier process left running');
  await until(() => !isAlive(pid));
  expect(database.pid()).not.toBe(pid);
  expect(await ask(database.connection, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1000 }]);
});

test('after kill -9 of both service and server, crash recovery restores committed data', async () => {
  const folder = await folderWithDatabase();
  const service = await startService(folder);
  const { connection, pid } = started(service);
  await ask(connection, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
  await end(service.process, 'SIGKILL');
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid));
  const database = await startHere(folder);
  expect(await ask(database.connection, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1000 }]);
});

test.runIf(maySeeOtherUsers())('a server left running is found even after its folder was moved', async () => {
  const parent = await temporaryFolder();
  await rename(await folderWithDatabase(), join(parent, 'before'));
  const service = await startService(join(parent, 'before'));
  const { connection, pid } = started(service);
  await ask(connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await end(service.process, 'SIGKILL');
  await rename(join(parent, 'before'), join(parent, 'after'));
  const database = await startHere(join(parent, 'after'));
  await until(() => !isAlive(pid));
  expect(await ask(database.connection, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

test('a service that exits without stopping takes its server down with it', async () => {
  const service = await startService(await folderWithDatabase());
  const { pid } = started(service);
  await end(service.process, 'SIGUSR2');
  await until(() => !isAlive(pid));
});

test("a stale PID file that names an unrelated process doesn't block a start or kill that process", async () => {
  const folder = await folderWithDatabase();
  const first = await startHere(folder);
  const note = join(folder, 'postgres', 'data', 'postmaster.pid');
  const [, ...rest] = (await readFile(note, 'utf8')).split('\n');
  const socketNote = join(first.connection.host, '.s.PGSQL.5432.lock');
  const [, ...socketRest] = (await readFile(socketNote, 'utf8')).split('\n');
  await first.stop();
  // PostgreSQL only checks processes of its own user.
  const stranger = spawn('sleep', ['60'], spawnIds(await ordinaryUser()));
  later(() => end(stranger, 'SIGKILL'));
  await writeFile(note, [stranger.pid, ...rest].join('\n'));
  await writeFile(socketNote, [stranger.pid, ...socketRest].join('\n'));
  const database = await startHere(folder);
  expect(await ask(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test("a second service on the folder is refused with the first one's pid, and the first is untouched", async () => {
  const folder = await folderWithDatabase();
  const first = await startHere(folder);
  const pid = first.pid();
  const { answer } = await startService(folder);
  expect(answer).toMatchObject({ name: 'EmbeddedPostgresError' });
  expect(answer).toHaveProperty(
    'message',
    expect.stringContaining(`process (${process.pid}) is already using`),
  );
  expect(first.pid()).toBe(pid);
  expect(await ask(first.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await first.stop();
  started(await startService(folder));
});

test('when several services start at the same moment, exactly one wins', async () => {
  const folder = await folderWithDatabase();
  const killed = await startService(folder);
  await end(killed.process, 'SIGKILL');
  const services: Service[] = await Promise.all(Array.from({ length: 4 }, () => startService(folder)));
  const winners = services.filter(({ answer }) => 'connection' in answer);
  expect(winners).toHaveLength(1);
  const losers = services.filter(({ answer }) => 'message' in answer && /already using/.test(answer.message));
  expect(losers).toHaveLength(3);
});

test('a server that dies is restarted with the same connection, until it is stopped', async () => {
  const log = keepingLog();
  const database = await startHere(await folderWithDatabase(), log);
  await ask(database.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const pid = database.pid() ?? 0;
  process.kill(pid, 'SIGKILL');
  await until(() => messages(log).includes('running again'));
  expect(messages(log)).toContain('ended unexpectedly: starting it again');
  expect(database.pid()).not.toBe(pid);
  expect(await ask(database.connection, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  const second = database.pid() ?? 0;
  await database.stop();
  expect(isAlive(second)).toBe(false);
  expect(log.entries.filter(({ message }) => message.includes('ended unexpectedly'))).toHaveLength(1);
});

test('a stop right after the server died leaves no server running', async () => {
  const log = keepingLog();
  const database = await startHere(await folderWithDatabase(), log);
  process.kill(database.pid() ?? 0, 'SIGKILL');
  await until(() => messages(log).includes('starting it again'));
  await database.stop();
  expect(database.pid()).toBeUndefined();
  expect(messages(log)).not.toContain('running again');
});

test.runIf(process.platform === 'linux')('Ctrl-C in the terminal does not reach the server', async () => {
  const database = await startHere(await folderWithDatabase());
  const status = await readFile(`/proc/${database.pid()}/stat`, 'utf8');
  const [, , group] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  expect(Number(group)).toBe(database.pid());
});

import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './index.ts';
import { isRoot } from './run-user.ts';
import {
  ask,
  cleanUp,
  end,
  folderWithDatabase,
  isAlive,
  keepingLog,
  ordinaryUser,
  removeShared,
  spawnService,
  started,
  startHere,
  startService,
  temporaryFolder,
  until,
} from './testing/harness.ts';

afterEach(cleanUp);
afterAll(removeShared);

test('the first start creates the database and its owner, and pg_trgm handles non-ASCII letters', async () => {
  const { connection } = await startHere(join(await temporaryFolder(), 'db'));
  expect(await ask(connection, 'SELECT current_database() AS db, current_user AS who')).toEqual([
    { db: 'app', who: 'app' },
  ]);
  await ask(connection, 'CREATE EXTENSION pg_trgm');
  expect(await ask(connection, "SELECT similarity('ŁÓŻ', 'łóż') AS alike")).toEqual([{ alike: 1 }]);
  const settings = "'listen_addresses', 'fsync', 'data_checksums', 'server_encoding', 'TimeZone', 'jit'";
  const rows = await ask<{ name: string; setting: string }>(
    connection,
    `SELECT name, setting FROM pg_settings WHERE name IN (${settings}) ORDER BY lower(name)`,
  );
  expect(rows.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
    'data_checksums=on',
    'fsync=off',
    'jit=off',
    'listen_addresses=',
    'server_encoding=UTF8',
    'TimeZone=UTC',
  ]);
});

test('fsync stays on unless a setting turns it off', async () => {
  const folder = await folderWithDatabase();
  const database = await startEmbeddedPostgres({ folder, log: keepingLog() });
  try {
    expect(await ask(database.connection, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  } finally {
    await database.stop();
  }
});

test('data survives a stop and a start, and the server is gone in between', async () => {
  const folder = await folderWithDatabase();
  const first = await startHere(folder);
  await ask(first.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const pid = first.pid() ?? 0;
  expect(isAlive(pid)).toBe(true);
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  expect(first.pid()).toBeUndefined();
  const second = await startHere(folder);
  expect(await ask(second.connection, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

test('the socket and the data are private, and the password is required', async () => {
  const folder = await folderWithDatabase();
  const { connection } = await startHere(folder);
  expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'postgres', 'data'))).mode & 0o777).toBe(0o700);
  const password = await stat(join(folder, 'postgres', 'password'));
  expect(password.mode & 0o777).toBe(0o600);
  expect(password.uid).toBe(process.geteuid?.());
  await expect(ask({ ...connection, password: 'wrong' }, 'SELECT 1')).rejects.toThrow(/password/);
});

test('a folder whose path is too long for a socket works', async () => {
  const folder = join(await temporaryFolder(), 'long-'.repeat(20), 'long-'.repeat(20));
  const { connection } = await startHere(folder);
  expect(connection.host.length).toBeLessThan(90);
  expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
  expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await expect(startHere(folder)).rejects.toThrow(/already using/);
  await rm(connection.host, { recursive: true, force: true });
});

test('a folder with quotes, commas and spaces in its name works', async () => {
  const { connection } = await startHere(join(await temporaryFolder(), `it's a "db", ü`));
  expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('an ordinary user can start the database', async () => {
  const user = await ordinaryUser();
  const parent = await temporaryFolder();
  if (user) await chown(parent, user.uid, user.gid);
  const service = await startService(join(parent, 'db'), user);
  const { connection, pid } = started(service);
  expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await end(service.process, 'SIGTERM');
  expect(isAlive(pid)).toBe(false);
});

test.runIf(isRoot())('root can start the database, and the server does not run as root', async () => {
  const database = await startHere(await folderWithDatabase());
  const status = await readFile(`/proc/${database.pid()}/status`, 'utf8');
  expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0');
  expect(/^Groups:(.*)$/m.exec(status)?.[1]?.trim()).toBe('');
  expect(await ask(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test.runIf(isRoot())(
  'root keeps the database elsewhere when the folder is inaccessible, and finds it again',
  async () => {
    const folder = join(await temporaryFolder({ open: false }), 'db');
    const log = keepingLog();
    const first = await startHere(folder, log);
    expect(log.entries.map(({ message }) => message).join()).toContain('kept elsewhere');
    const home = (await readFile(join(folder, 'database-location'), 'utf8')).trim();
    expect((await stat(home)).mode & 0o777).toBe(0o710);
    expect((await stat(join(home, 'data'))).mode & 0o777).toBe(0o700);
    await ask(first.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await startHere(folder);
    expect(await ask(second.connection, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.stop();
    await rm(home, { recursive: true });
    await expect(startHere(folder)).rejects.toThrow(/is kept in .* which is missing/);
  },
);

test.runIf(isRoot())("root continues an ordinary user's database as that user", async () => {
  const user = await ordinaryUser();
  const daemon = { uid: 1, gid: 1 };
  const parent = await temporaryFolder();
  await chown(parent, daemon.uid, daemon.gid);
  const theirs = await startService(join(parent, 'db'), daemon);
  await ask(started(theirs).connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await end(theirs.process, 'SIGTERM');
  const roots = await startHere(join(parent, 'db'));
  expect(await ask(roots.connection, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await roots.stop();
  const again = await startService(join(parent, 'db'), daemon);
  expect(await ask(started(again).connection, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  const stranger = await startService(join(parent, 'db'), user);
  expect(stranger.answer).toMatchObject({ name: 'EmbeddedPostgresError' });
});

test.runIf(isRoot())('a user without an /etc/passwd entry gets an error that says so', async () => {
  const unknown = { uid: 54321, gid: 54321 };
  const parent = await temporaryFolder();
  await chown(parent, unknown.uid, unknown.gid);
  const { answer } = await startService(join(parent, 'db'), unknown);
  expect(answer).toMatchObject({ name: 'EmbeddedPostgresError' });
  expect(answer).toHaveProperty('message', expect.stringContaining('an entry in /etc/passwd'));
});

test("an error names a folder that isn't writable and says what to do", async () => {
  const user = await ordinaryUser();
  const closed = join(await temporaryFolder(), 'closed');
  await mkdir(closed);
  await chmod(closed, 0o555);
  for (const folder of [closed, join(closed, 'db')]) {
    const { answer } = await startService(folder, user);
    expect(answer).toMatchObject({ name: 'EmbeddedPostgresError' });
    expect(answer).toHaveProperty('message', expect.stringContaining(`${folder} cannot be used`));
    expect(answer).toHaveProperty('message', expect.stringContaining('grant write access'));
  }
});

test('an error names the folder when a file is in its way', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  for (const folder of [file, join(file, 'db')]) {
    const start = startHere(folder);
    await expect(start).rejects.toThrow(EmbeddedPostgresError);
    await expect(start).rejects.toThrow(`the folder ${folder} cannot be used`);
  }
});

test('a database from another major version is refused and left untouched', async () => {
  const folder = await folderWithDatabase();
  await (await startHere(folder)).stop();
  const version = join(folder, 'postgres', 'data', 'PG_VERSION');
  await writeFile(version, '17\n');
  const start = startHere(folder);
  await expect(start).rejects.toThrow(EmbeddedPostgresError);
  await expect(start).rejects.toThrow(/made by PostgreSQL 17, but this is PostgreSQL 18/);
  await writeFile(version, '18\n');
  await startHere(folder);
});

test('a failed start says why in one line and leaves the folder free', async () => {
  const folder = await temporaryFolder();
  const bad = startEmbeddedPostgres({ folder, log: keepingLog(), settings: { max_connections: 'many' } });
  await expect(bad).rejects.toThrow(/did not start .*max_connections/);
  await expect(bad).rejects.not.toThrow(/\n/);
  await startHere(folder);
});

test('a lost password file is replaced with a new password', async () => {
  const folder = await folderWithDatabase();
  const first = await startHere(folder);
  await first.stop();
  await rm(join(folder, 'postgres', 'password'));
  const second = await startHere(folder);
  expect(second.connection.password).not.toBe(first.connection.password);
  expect(await ask(second.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('an initialization killed midway is done again', async () => {
  const folder = await temporaryFolder();
  const home = join(folder, 'postgres');
  const drafts = async () => {
    const names = await readdir(home).catch(() => []);
    return names.filter((name) => name.startsWith('init-') && !name.endsWith('.password'));
  };
  const service = await spawnService(folder);
  await until(async () => (await drafts()).length > 0);
  await end(service, 'SIGKILL');
  expect(await drafts()).toHaveLength(1);
  expect(await readdir(home)).not.toContain('data');
  const { connection } = await startHere(folder);
  expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await readdir(home)).filter((name) => name.startsWith('init-'))).toEqual([]);
});

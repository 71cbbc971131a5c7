import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { prepareCluster } from './cluster.ts';
import { openHome } from './home.ts';
import { clearLeftover } from './leftover.ts';
import { findInstalled, preparePrograms } from './programs.ts';
import { startServer } from './server.ts';
import { answers, listenOn, loopback, stopListening } from './sockets.ts';
import { ask, cleanUp, keepingLog, later, temporaryFolder } from './testing/harness.ts';

afterEach(cleanUp);

async function programsFor(home: Awaited<ReturnType<typeof openHome>>) {
  const copies = () => temporaryFolder();
  return preparePrograms(await findInstalled(), { user: home.user, copies, log: keepingLog() });
}

test('without sockets, the server listens only on a free port of the loopback address', async () => {
  const log = keepingLog();
  const home = await openHome({ folder: await temporaryFolder(), name: 'app' }, log);
  const programs = await programsFor(home);
  const { password } = await prepareCluster(home, programs, log);
  const endpoint = await loopback();
  const server = await startServer({ home, programs, endpoint, settings: { fsync: 'off' }, log });
  later(() => server.stop());
  await server.ready();
  const connection = { ...endpoint, username: home.name, password, database: home.name };
  expect(await ask(connection, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await ask(connection, 'SHOW unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
  await expect(ask({ ...connection, password: 'wrong' }, 'SELECT 1')).rejects.toThrow(/password/);
});

test("a leftover server that responds but can't be seen is an error, and it and its data are left alone", async () => {
  const folder = await temporaryFolder();
  const data = join(folder, 'data');
  await mkdir(data);
  const socket = join(folder, '.s.PGSQL.5432');
  const unseen = await listenOn({ path: socket });
  later(() => stopListening(unseen));
  const note = [process.pid, data, 1, 5432, folder, '', '1 1', 'ready'].join('\n');
  await writeFile(join(data, 'postmaster.pid'), note);
  await writeFile(join(data, 'PG_VERSION'), '18');
  const home = await openHome({ folder, name: 'app' }, keepingLog());
  const clear = clearLeftover(data, await programsFor(home), keepingLog());
  await expect(clear).rejects.toThrow(/in another container/);
  expect(await answers(socket)).toBe(true);
  expect((await readdir(data)).sort()).toEqual(['PG_VERSION', 'postmaster.pid']);
  expect(await readFile(join(data, 'postmaster.pid'), 'utf8')).toBe(note);
});

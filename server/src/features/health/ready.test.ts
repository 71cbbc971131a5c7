import { testDatabase } from '@latchkey/server/testing/database';
import { startHangingServer } from '@latchkey/server/testing/net';
import { makeCluster, removeServers, startServer } from '@latchkey/server/testing/postgres-servers';
import { startService, type TestService } from '@latchkey/server/testing/service';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { openPool } from '../../platform/db/pool.ts';

vi.setConfig({ testTimeout: 60_000 });

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of cleanups.splice(0).reverse()) await undo();
});
afterAll(removeServers);

/** The service, on a database reached through `url`. */
async function startOver(url: string): Promise<TestService> {
  const database = await testDatabase();
  cleanups.push(() => database.drop());
  const service = await startService({
    database: { ...database, connect: () => openPool(url, { max: 10 }) },
  });
  cleanups.push(() => service.close());
  return service;
}

/** The answers, and the shortest of three times: other load on the machine must not count. */
async function ask(service: TestService): Promise<{ statuses: number[]; ms: number }> {
  const statuses: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const since = performance.now();
    statuses.push((await service.client().get('/api/health/ready')).status);
    times.push(performance.now() - since);
  }
  return { statuses, ms: Math.min(...times) };
}

const unavailable = { statuses: [503, 503, 503], ms: expect.toSatisfy((ms: number) => ms < 2000) };

test('a database that accepts the connection but never responds is 503 within 2 s', async () => {
  const hanging = await startHangingServer();
  cleanups.push(() => hanging.close());
  const service = await startOver(`postgres://latchkey@127.0.0.1:${hanging.port}/latchkey`);
  expect(await ask(service)).toEqual(unavailable);
  expect(service.logged.join('')).toContain("not ready: the database isn't responding");
});

test('a database that freezes while in use is 503 within 2 s, and 200 once it resumes', async () => {
  const server = await startServer(await makeCluster());
  const sql = openPool(server.url(), { max: 1 });
  await migrate(sql, { info() {} });
  await sql.end();
  const service = await startOver(server.url());
  expect((await ask(service)).statuses).toEqual([200, 200, 200]);
  await server.freeze();
  expect(await ask(service)).toEqual(unavailable);
  server.thaw();
  await expect.poll(async () => (await ask(service)).statuses).toEqual([200, 200, 200]);
});

test('a database without its schema is not ready', async () => {
  const server = await startServer(await makeCluster());
  const service = await startOver(server.url());
  expect((await ask(service)).statuses).toEqual([503, 503, 503]);
});

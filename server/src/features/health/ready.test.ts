import { testDatabase } from '@latchkey/server/testing/database';
import { started } from '@latchkey/server/testing/lifetime';
import { startHangingServer } from '@latchkey/server/testing/net';
import { makeCluster, removeServers, startServer } from '@latchkey/server/testing/postgres-servers';
import { startService, type TestService } from '@latchkey/server/testing/service';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { openPool } from '../../platform/db/pool.ts';

const server = started(async () => startServer(await makeCluster()));
afterAll(removeServers);

/** The service, on a database reached through `url`. */
async function startOver(url: string): Promise<TestService> {
  const database = await testDatabase();
  return startService({ database: { ...database, connect: () => openPool(url, { max: 10 }) } });
}

const ask = async (service: TestService) => (await service.client().get('/api/health/ready')).status;

/** Three times at most: other load on the machine must not count. */
async function expectUnavailableSoon(service: TestService): Promise<void> {
  const times: number[] = [];
  do {
    const since = performance.now();
    expect(await ask(service)).toBe(503);
    times.push(performance.now() - since);
  } while (times.length < 3 && Math.min(...times) >= 2000);
  expect(Math.min(...times)).toBeLessThan(2000);
}

test('a database that accepts the connection but never responds is 503 within 2 s', async () => {
  const hanging = await startHangingServer();
  const service = await startOver(`postgres://latchkey@127.0.0.1:${hanging.port}/latchkey`);
  await expectUnavailableSoon(service);
  expect(service.logged.join('')).toContain("not ready: the database isn't responding");
});

test('a database without its schema is not ready', async () => {
  expect(await ask(await startOver(server.url()))).toBe(503);
});

test('a database that freezes while in use is 503 within 2 s, and 200 once it resumes', async () => {
  const sql = openPool(server.url(), { max: 1 });
  await migrate(sql, { info() {} });
  await sql.end();
  const service = await startOver(server.url());
  expect(await ask(service)).toBe(200);
  await server.freeze();
  await expectUnavailableSoon(service);
  server.thaw();
  await expect.poll(() => ask(service)).toBe(200);
});

import { freePort } from '@latchkey/server/testing/net';
import { databaseOn } from '@latchkey/server/testing/own-servers';
import {
  copyAsStandby,
  makeCluster,
  type RealServer,
  removeServers,
  startServer,
  userInfo,
} from '@latchkey/server/testing/postgres-servers';
import { newHolder } from '@latchkey/server/testing/roles';
import { startService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, expect, test } from 'vitest';

/* The feed while the database restarts, and while its primary gives way to a standby. */

let servers: { primary: RealServer; standby: RealServer };
let holder: Awaited<ReturnType<typeof newHolder>>;
beforeAll(async () => {
  const data = await makeCluster();
  const port = await freePort();
  const copy = await copyAsStandby(data, port);
  servers = { primary: await startServer(data, port), standby: await startServer(copy) };
  const hosts = Object.values(servers).map((each) => `127.0.0.1:${each.port}`);
  const database = await databaseOn(`postgres://${userInfo}@${hosts.join()}/postgres`);
  const service = await startService({ database });
  holder = await newHolder(service, ['checks:read']);
});
afterAll(removeServers);

const ask = async (after?: string) => {
  const query = after === undefined ? '' : `?${new URLSearchParams({ after })}`;
  const { status, body } = await holder.client.get(`/api/checks/changes${query}`);
  return { status, ...body } as { status: number; cursor: string; reset: boolean; changes: string[] };
};
const answered = async (after: string) => {
  await expect.poll(async () => (await ask(after)).status).toBe(200);
  return ask(after);
};

test('resets every cursor from before a restart, be it as orderly as it may', async () => {
  const { cursor } = await ask();
  expect(await ask(cursor)).toMatchObject({ status: 200, reset: false });
  await servers.primary.stop('SIGINT');
  servers.primary = await startServer(servers.primary.data, servers.primary.port);
  const again = await answered(cursor);
  expect(again).toMatchObject({ reset: true, changes: [] });
  expect(await ask(again.cursor)).toMatchObject({ reset: false, changes: [] });
});

test('is 503 while there is only a standby, and resets every cursor from before its promotion', async () => {
  const { primary, standby } = servers;
  const { cursor } = await ask();
  const [written] = await primary.order('SELECT pg_current_wal_flush_lsn()::text AS lsn');
  const question = `SELECT pg_last_wal_replay_lsn() >= '${written?.lsn}'::pg_lsn AS there`;
  await expect.poll(async () => (await standby.order(question))[0]?.there).toBe(true);
  await primary.stop('SIGKILL');
  for (let n = 0; n < 3; n++) expect((await ask(cursor)).status).toBe(503);
  await standby.order('SELECT pg_promote()');
  const again = await answered(cursor);
  expect(again).toMatchObject({ reset: true, changes: [] });
  // What changes there is told from now on.
  await standby.order(`UPDATE users SET first_name = 'Changed' WHERE id = '${holder.id}'`);
  expect((await ask(again.cursor)).changes).toHaveLength(1);
});

import { connect, createServer } from 'node:net';
import { atEnd } from '@latchkey/server/testing/lifetime';
import { closed, freePort, listen } from '@latchkey/server/testing/net';
import { databaseOn } from '@latchkey/server/testing/own-servers';
import { findPgBouncer, startPgBouncer } from '@latchkey/server/testing/pgbouncer';
import {
  copyAsStandby,
  makeCluster,
  type RealServer,
  removeServers,
  startServer,
  userInfo,
} from '@latchkey/server/testing/postgres-servers';
import { newHolder } from '@latchkey/server/testing/roles';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

/** A standby may lag: everything written so far has arrived there. */
async function untilFollowed({ primary, standby }: typeof servers) {
  const [written] = await primary.order('SELECT pg_current_wal_flush_lsn()::text AS lsn');
  const question = `SELECT pg_last_wal_replay_lsn() >= '${written?.lsn}'::pg_lsn AS there`;
  await expect.poll(async () => (await standby.order(question))[0]?.there).toBe(true);
}

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
  await untilFollowed(servers);
  await primary.stop('SIGKILL');
  for (let n = 0; n < 3; n++) expect((await ask(cursor)).status).toBe(503);
  await standby.order('SELECT pg_promote()');
  const again = await answered(cursor);
  expect(again).toMatchObject({ reset: true, changes: [] });
  // What changes there is told from now on.
  await standby.order(`UPDATE users SET first_name = 'Changed' WHERE id = '${holder.id}'`);
  expect((await ask(again.cursor)).changes).toHaveLength(1);
});

const program = findPgBouncer('the tests of local checks behind PgBouncer');

describe.skipIf(!program)(
  'behind PgBouncer, which repeats what the primary said when a standby has its address',
  () => {
    const [user = '', password = ''] = userInfo.split(':').map(decodeURIComponent);

    /** An address that moves from one server to another, and a PgBouncer that knows only that address. */
    async function startPooled() {
      const data = await makeCluster();
      const port = await freePort();
      const copy = await copyAsStandby(data, port);
      const [primary, standby] = [await startServer(data, port), await startServer(copy)];
      let goal = primary.port;
      const open = new Set<() => void>();
      const address = createServer((near) => {
        const far = connect(goal, '127.0.0.1');
        const end = () => {
          open.delete(end);
          for (const each of [near, far]) each.destroy();
        };
        open.add(end);
        for (const each of [near, far]) each.on('error', end).on('close', end);
        near.pipe(far).pipe(near);
      });
      atEnd(() => closed(address));
      const pooler = await startPgBouncer(
        program ?? '',
        { port: await listen(address, 0), user, password },
        { server_login_retry: '1', query_wait_timeout: '5' },
      );
      const url = `postgres://${userInfo}@127.0.0.1:${pooler.port}/postgres`;
      // As in production: by these settings, the pooler is noticed.
      const database = await databaseOn(url, { statement_timeout: 30_000 });
      const service = await startService({ database, ownLookups: true });
      return {
        service,
        standby,
        /** From now on, the address leads to the other one. */
        moveTo(server: RealServer) {
          goal = server.port;
          for (const end of open) end();
        },
        primary,
      };
    }

    test('requests that wait, new ones, and confirmations are 503 until its promotion; then each cursor is reset', async () => {
      const { service, primary, standby, moveTo } = await startPooled();
      const { client } = await newHolder(service, ['checks:read']);
      const admin = await newStaff(service, 'ADMIN');
      const polls = async () =>
        (await service.deps.metrics.checkPolls.get()).values.find(({ metricName }) =>
          metricName?.endsWith('_count'),
        )?.value ?? 0;
      const changes = (query: object) =>
        client.get(`/api/checks/changes?${new URLSearchParams(Object.entries(query))}`);
      const begun = await changes({});
      expect(begun.body.reset).toBe(true);
      const { cursor } = begun.body;
      await untilFollowed({ primary, standby });
      const before = await polls();
      const waiting = changes({ after: cursor, waitMs: '1000' });
      await expect.poll(polls).toBeGreaterThan(before);
      moveTo(standby);
      // The standby itself is the first to say so, to the next poll.
      const told = await waiting;
      expect([told.status, told.body.error?.code]).toEqual([503, 'UNAVAILABLE']);
      for (let n = 0; n < 3; n++) {
        const answers = [
          await changes({ after: cursor }),
          await changes({}),
          await client.get('/api/auth/me?check=true'),
          await admin.client.get('/api/admin/checks'),
          await admin.client.post('/api/admin/checks/confirm'),
        ];
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
      }
      await standby.order('SELECT pg_promote()');
      await expect.poll(async () => (await changes({ after: cursor })).status).toBe(200);
      expect((await changes({ after: cursor })).body).toMatchObject({ reset: true, changes: [] });
    });
  },
);

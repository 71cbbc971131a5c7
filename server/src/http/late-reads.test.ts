import * as contract from '@latchkey/contract';
import { type Endpoint, endpoints } from '@latchkey/contract';
import type { Client } from '@latchkey/server/testing/client';
import type { TestDatabase } from '@latchkey/server/testing/database';
import { eventually } from '@latchkey/server/testing/eventually';
import { atEnd } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import {
  copyAsStandby,
  makeCluster,
  type RealServer,
  removeServers,
  startServer,
  writeBeside,
} from '@latchkey/server/testing/postgres-servers';
import { newStaff, newUser, startService, type TestService } from '@latchkey/server/testing/service';
import { giveSystemRole } from '@latchkey/server/testing/standing';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../platform/config/database-url.ts';
import { connect } from '../platform/db/connect.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openPool } from '../platform/db/pool.ts';
import { notePosition } from '../platform/db/replica-store.ts';
import { createLogger } from '../platform/log.ts';
import { mount, ok } from './route.ts';

const log = createLogger({ environment: 'test', logLevel: 'silent' });
const late = Object.values<Endpoint>(endpoints).filter((each) => each.mayBeLate);
afterAll(removeServers);

test('only lists, exports, activity and the event stream may be late, and none of them changes anything', () => {
  expect(late.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /api/admin/audit-logs',
    'GET /api/admin/audit-logs/activity',
    'GET /api/admin/audit-logs/export',
    'GET /api/admin/events',
    'GET /api/organizations/current/events',
    'GET /api/users',
  ]);
});

test('a route that may be late cannot write by what it reads with', async () => {
  const service = await startService({
    routes: (kernel) =>
      mount(kernel, { ...contract.listUsers, path: '/api/misdeclared' as never }, async (call) => {
        await call.reads.begin('READ ONLY', (tx) => notePosition(tx, [call.caller.user.id], call.origin.now));
        return ok(200, { users: [], pagination: undefined as never });
      }),
  });
  const { client } = await newStaff(service, 'ADMIN');
  expect((await client.get('/api/misdeclared')).status).toBe(503);
});

describe('with a standby', () => {
  let primary: RealServer;
  let standby: RealServer;
  let service: TestService;
  let other: TestService;
  let admin: Client;
  let colleague: Client;
  let colleagueId: string;

  beforeEach(async () => {
    const data = await makeCluster();
    const port = await freePort();
    const copy = await copyAsStandby(data, port);
    primary = await startServer(data, port);
    standby = await startServer(copy);
    const database = databaseOf(primary);
    await migrate(database.sql, log);
    const env = {
      DATABASE_URL: primary.url(),
      DATABASE_READ_URL: standby.url(),
      READ_MAX_LAG_MS: '60000',
    };
    const node = async (clock?: TestService['clock']) => {
      const pool = { size: 8, prepare: undefined };
      const replicas = { urls: [standby.url()], maxLagMs: 60_000 };
      const own = await connect({ database: { kind: 'server', url: primary.url() }, pool, replicas }, log);
      atEnd(() => own.close());
      return startService({ database, env, replicas: own.replicas, ...(clock && { clock }) });
    };
    service = await node();
    other = await node(service.clock);
    admin = (await newStaff(service, 'ADMIN')).client;
    ({ client: colleague, id: colleagueId } = await newStaff(service, 'ADMIN'));
    // Their sign-ins are a change, too.
    service.clock.advance({ seconds: 80 });
    // The first read begins the primary's history, the next one notes where it was: what must have arrived meanwhile.
    await list(admin);
    await list(admin);
    await caughtUp();
  });
  afterEach(async () => {
    await standby.stop('SIGKILL');
    await primary.stop('SIGKILL');
  });

  function databaseOf(server: RealServer): TestDatabase {
    const { hosts, rest } = parseDatabaseUrl(server.url());
    const { username, password } = new URL(rest);
    const connection = {
      ...{ host: hosts[0]?.host ?? '', port: server.port, database: 'postgres' },
      ...{ username, password: decodeURIComponent(password) },
    };
    const pools: ReturnType<typeof openPool>[] = [];
    const open = () => {
      const sql = openPool(connection, { max: 6 });
      pools.push(sql);
      return sql;
    };
    const drop = atEnd(async () => {
      await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
    });
    return { sql: open(), connection, connect: open, drop };
  }

  async function caughtUp(): Promise<void> {
    const [row] = await primary.order('SELECT pg_current_wal_insert_lsn()::text AS at');
    await eventually(async () => {
      const [found] = await standby.order(`SELECT pg_last_wal_replay_lsn() >= '${row?.at}' AS there`);
      expect(found?.there).toBe(true);
    });
  }

  /** From now on, the standby applies what it receives an hour later. */
  const delay = () =>
    standby.order("ALTER SYSTEM SET recovery_min_apply_delay = '1h'", 'SELECT pg_reload_conf()');

  async function list(client: Client): Promise<{ firstName: string | null; id: string }[]> {
    const answer = await client.get('/api/users?limit=100');
    expect(answer.status).toBe(200);
    return answer.body.users;
  }
  const nameIn = (users: Awaited<ReturnType<typeof list>>) =>
    users.find(({ id }) => id === colleagueId)?.firstName;
  const rename = (firstName: string) => colleague.post('/api/users/profile', { firstName });

  /** How many reads went where, since the service started. */
  async function reads(server: 'primary' | 'replica', of = service): Promise<number> {
    const { values } = await of.deps.metrics.lateReads.get();
    return values.find(({ labels }) => labels.server === server)?.value ?? 0;
  }

  /** The same session on the other node. */
  function elsewhere(client: Client): Client {
    const there = other.client();
    for (const [name, value] of client.cookies) there.cookies.set(name, value);
    return there;
  }

  test('every route that may be late reads there', async () => {
    const onPrimary = await reads('primary');
    for (const { path } of late) {
      const before = await reads('replica');
      const answer = await admin.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect([path, await reads('replica')]).not.toEqual([path, before]);
    }
    expect(await reads('primary')).toBe(onPrimary);
  });

  test('what others changed may be late; who changed it sees it at once, on every node', async () => {
    await delay();
    expect((await rename('Renamed')).status).toBe(200);
    expect(nameIn(await list(admin))).toBeNull();
    expect(nameIn(await list(colleague))).toBe('Renamed');
    expect(nameIn(await list(elsewhere(colleague)))).toBe('Renamed');
    const entries = await elsewhere(colleague).get('/api/admin/audit-logs?action=USER_UPDATED');
    expect([entries.status, await reads('replica', other)]).toEqual([200, 0]);
  });

  test('a replica that is later than allowed is passed over', async () => {
    await delay();
    await rename('Renamed');
    expect(nameIn(await list(admin))).toBeNull();
    service.clock.advance({ seconds: 31 });
    expect(nameIn(await list(admin))).toBe('Renamed');
  });

  test('someone who just signed in sees it in the trail', async () => {
    await delay();
    const { client, id } = await newUser(service);
    await giveSystemRole(service, id, 'MODERATOR');
    expect((await list(client)).map((user) => user.id)).toContain(id);
  });

  test('a session that ended and a role that was taken count at once', async () => {
    await delay();
    await giveSystemRole(service, colleagueId, 'USER');
    expect((await colleague.get('/api/users')).body.error.code).toBe('PERMISSION_DENIED');
    await admin.post('/api/auth/logout');
    expect((await admin.get('/api/users')).status).toBe(401);
  });

  test('a replica that is gone, or silent, is passed over', async () => {
    await standby.freeze();
    expect(await list(admin)).toHaveLength(2);
    standby.thaw();
    await standby.stop('SIGKILL');
    service.clock.advance({ seconds: 6 });
    expect(await list(admin)).toHaveLength(2);
    expect(await reads('primary')).toBeGreaterThanOrEqual(2);
    expect(service.logged.join('')).toContain('passed over a replica of the database');
  });

  test('a replica that was promoted is passed over: it goes its own way', async () => {
    await standby.order('SELECT pg_promote()');
    await standby.order("UPDATE users SET first_name = 'Diverged'");
    expect(nameIn(await list(admin))).toBeNull();
  });

  test('a standby that went further with a former primary than the present one is never read from', async () => {
    await standby.order(
      'SELECT pg_promote()',
      "UPDATE users SET first_name = 'Diverged'",
      "SELECT count(pg_logical_emit_message(false, 'far', repeat('x', 1000000))) FROM generate_series(1, 20)",
    );
    await standby.stop();
    await writeBeside(standby.data, 'data/standby.signal', '');
    standby = await startServer(standby.data, standby.port);
    // What a crash or a promotion does to tables that are not logged.
    await primary.order('TRUNCATE read_positions');
    const before = await reads('replica');
    for (let nth = 0; nth < 3; nth++) expect(nameIn(await list(admin))).toBeNull();
    expect(await reads('replica')).toBe(before);
  });

  test('after a crash of the primary, a replica is passed over until it has followed into its new life', async () => {
    await delay();
    await rename('Renamed');
    expect(nameIn(await list(admin))).toBeNull();
    await primary.order('TRUNCATE read_positions');
    expect(nameIn(await list(admin))).toBe('Renamed');
    expect(nameIn(await list(admin))).toBe('Renamed');
  });
});

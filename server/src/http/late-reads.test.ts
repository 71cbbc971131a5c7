import * as contract from '@latchkey/contract';
import { type Endpoint, endpoints } from '@latchkey/contract';
import type { Client } from '@latchkey/server/testing/client';
import { freePort } from '@latchkey/server/testing/net';
import {
  copyAsStandby,
  copyCluster,
  type RealServer,
  removeServers,
  startServer,
  writeBeside,
} from '@latchkey/server/testing/postgres-servers';
import { reads as readsBy, startReplicated } from '@latchkey/server/testing/replicated';
import { newStaff, newUser, startService, type TestService } from '@latchkey/server/testing/service';
import { giveSystemRole } from '@latchkey/server/testing/standing';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { notePosition } from '../platform/db/replica-store.ts';
import { mount, ok } from './route.ts';

afterAll(removeServers);
const late = Object.values<Endpoint>(endpoints).filter((each) => each.mayBeLate);

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
  let elsewhere: (client: Client) => Client;
  let caughtUp: () => Promise<void>;

  beforeEach(async () => {
    const made = await startReplicated();
    ({ primary, service, other, admin, colleague, colleagueId, elsewhere, caughtUp } = made);
    [standby] = made.standbys as [RealServer];
  });

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
  const reads = (server: 'primary' | 'replica', of = service) => readsBy(server, of);

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
    expect(nameIn(await list(elsewhere(admin)))).toBeNull();
    expect(nameIn(await list(colleague))).toBe('Renamed');
    expect(nameIn(await list(elsewhere(colleague)))).toBe('Renamed');
    const before = await reads('replica', other);
    const entries = await elsewhere(colleague).get('/api/admin/audit-logs?action=USER_UPDATED');
    expect([entries.status, await reads('replica', other)]).toEqual([200, before]);
  });

  test('a replica that is later than allowed is passed over', async () => {
    await delay();
    await rename('Renamed');
    expect(nameIn(await list(admin))).toBeNull();
    service.clock.advance({ seconds: 61 });
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

  /** Stops the standby and puts another server in its place. */
  async function replaceBy(data: string): Promise<void> {
    const { port } = standby;
    await standby.stop();
    await writeBeside(data, 'data/standby.signal', '');
    standby = await startServer(data, port);
  }

  /** Each of these would pass as a replica: it follows something, shows a beat of this primary, and its log is longer. */
  const strangers: [string, () => Promise<void>][] = [
    [
      'that was promoted by mistake and made a standby again',
      async () => {
        await standby.order('SELECT pg_promote()', "UPDATE users SET first_name = 'Diverged'", longer);
        await replaceBy(standby.data);
      },
    ],
    [
      'of a copy of the database that went its own way',
      async () => {
        const { data, port } = standby;
        await standby.stop();
        const copy = await startServer(await copyCluster(data));
        await copy.order('SELECT pg_promote()', "UPDATE users SET first_name = 'Diverged'", longer);
        await copy.stop();
        const own = await copyAsStandby(copy.data, await freePort());
        standby = await startServer(own, port);
      },
    ],
    [
      'that was restored from an old backup',
      async () => {
        const { data } = standby;
        await standby.stop();
        const backup = await copyAsStandby(data, await freePort());
        standby = await startServer(data, standby.port);
        await rename('Renamed since');
        await caughtUp();
        await replaceBy(backup);
      },
    ],
  ];
  const longer =
    "SELECT count(pg_logical_emit_message(false, 'far', repeat('x', 1000000))) FROM generate_series(1, 20)";

  test.each(strangers)('a standby %s is never read from', async (_, replace) => {
    await replace();
    service.clock.advance({ seconds: 61 });
    const before = await reads('replica');
    for (let nth = 0; nth < 3; nth++) {
      expect(nameIn(await list(admin))).not.toBe('Diverged');
      expect(await reads('replica')).toBe(before);
    }
  });

  test('however long nothing is written, a replica that has everything is read from', async () => {
    for (let hour = 0; hour < 3; hour++) {
      service.clock.advance({ hours: 1 });
      await list(admin);
      await caughtUp();
      const before = await reads('replica');
      await list(admin);
      expect(await reads('replica')).toBe(before + 1);
    }
  });

  test('a clock that is set back makes no replica look fresh', async () => {
    await delay();
    await rename('Renamed');
    expect(nameIn(await list(admin))).toBeNull();
    service.clock.advance({ minutes: -1 });
    expect(nameIn(await list(admin))).toBe('Renamed');
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

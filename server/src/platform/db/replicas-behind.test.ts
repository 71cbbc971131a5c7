import { findBalancer, startBalancer } from '@latchkey/server/testing/balancer';
import type { Client } from '@latchkey/server/testing/client';
import { findPgBouncer, startPgBouncer } from '@latchkey/server/testing/pgbouncer';
import { type RealServer, removeServers, userInfo } from '@latchkey/server/testing/postgres-servers';
import { type Replicated, reads, startReplicated } from '@latchkey/server/testing/replicated';
import { afterAll, describe, expect, test, vi } from 'vitest';

const balancer = findBalancer('the tests of replicas behind a balancer');
const pooler = findPgBouncer('the tests of replicas behind PgBouncer');
vi.setConfig({ testTimeout: 120_000 });
afterAll(removeServers);

const times = 12;
const urlAt = (port: number) => `postgres://${userInfo}@127.0.0.1:${port}/postgres`;
const delay = (standby: RealServer | undefined) =>
  standby?.order("ALTER SYSTEM SET recovery_min_apply_delay = '1h'", 'SELECT pg_reload_conf()');

async function nameOf({ colleagueId }: Replicated, reader: Client): Promise<string | null> {
  const { status, body } = await reader.get('/api/users?limit=100');
  expect(status).toBe(200);
  return body.users.find(({ id }: { id: string }) => id === colleagueId).firstName;
}

/** How many of a number of reads one after another went to a replica, by connections that are open already. */
async function share(made: Replicated): Promise<number> {
  await Promise.all(Array.from({ length: times }, () => nameOf(made, made.admin)));
  // Whatever took too long to connect is tried again.
  made.service.clock.advance({ seconds: 6 });
  const before = await reads('replica', made.service);
  for (let nth = 0; nth < times; nth++) await nameOf(made, made.admin);
  return (await reads('replica', made.service)) - before;
}

describe.skipIf(!balancer)('two replicas behind a balancer', () => {
  const startBoth = () =>
    startReplicated({
      standbys: 2,
      hostsOf: async (all) => [
        urlAt(
          await startBalancer(
            balancer ?? '',
            all.map(({ port }) => port),
          ),
        ),
      ],
    });

  test('are read from, whichever of them a connection leads to', async () => {
    const made = await startBoth();
    expect(await share(made)).toBeGreaterThan(times / 2);
  });

  test('show someone their own change, though one of them is behind', async () => {
    const made = await startBoth();
    await share(made);
    await delay(made.standbys[1]);
    await made.colleague.post('/api/users/profile', { firstName: 'Renamed' });
    const [own, others] = [new Set(), new Set()];
    for (let nth = 0; nth < times; nth++) {
      own.add(await nameOf(made, made.colleague));
      others.add(await nameOf(made, made.admin));
    }
    expect([...own]).toEqual(['Renamed']);
    // Others get what the server has that they were led to.
    expect([...others]).toContain(null);
  });
});

describe.skipIf(!pooler)('a replica behind PgBouncer in transaction mode', () => {
  test('takes reads, and shows nobody less than they wrote', async () => {
    const [user = '', password = ''] = userInfo.split(':').map(decodeURIComponent);
    const made = await startReplicated({
      hostsOf: async ([standby]) => {
        const { port } = await startPgBouncer(pooler ?? '', { port: standby?.port ?? 0, user, password });
        return [urlAt(port)];
      },
    });
    expect(await share(made)).toBeGreaterThan(times / 2);
    await delay(made.standbys[0]);
    await made.colleague.post('/api/users/profile', { firstName: 'Renamed' });
    expect(await nameOf(made, made.admin)).toBeNull();
    expect(await nameOf(made, made.colleague)).toBe('Renamed');
  });
});

import { once } from 'node:events';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

const service = started(startService);

test('a login waits only behind guesses at the same service, even if two run in one process', async () => {
  const { email } = await newUser(service);
  const other = await startService();
  await newUser(other, { email });
  await service.sql`UPDATE attempts SET pending = 5, pending_at = ${service.clock.now()}`;
  const waiting = Array.from({ length: 10 }, () =>
    service.client().post('/api/auth/login', { email, password }),
  );
  const first = await Promise.race([other.client().post('/api/auth/login', { email, password }), ...waiting]);
  expect(first.status).toBe(200);
  await service.sql`UPDATE attempts SET pending = 0`;
  await Promise.all(waiting);
});

test('of the logins from one address that wait for a slot, only those whose turn it is query the database', async () => {
  const { email } = await newUser(service);
  const { database, clock } = service;
  const busy = await startService({ database, clock, hashing: { concurrency: 1 } });
  const { sql } = busy;
  await sql`UPDATE attempts SET pending = 5, pending_at = ${clock.now()}`;
  let asked = 0;
  // Each request asks with its own timestamp.
  const moments = new Set<string>();
  const debug = (_connection: number, statement: string, parameters: unknown[]) => {
    if (!statement.includes('INSERT INTO attempts')) return;
    asked++;
    moments.add(JSON.stringify(parameters));
  };
  Object.assign(sql.options, { debug });
  const guesses: Promise<{ status: number }>[] = [];
  for (let nth = 0; nth < 20; nth++) {
    const arrived = once(busy.server, 'request');
    guesses.push(busy.client('203.0.113.66').post('/api/auth/login', { email, password }));
    await arrived;
    clock.advance({ ms: 1 });
  }
  await expect.poll(() => asked).toBeGreaterThan(20);
  // Two may have arrived in the same millisecond.
  expect(moments.size).toBeLessThanOrEqual(2);
  await sql`UPDATE attempts SET pending = 0`;
  expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([200]));
});

import { findPgBouncer, startPgBouncer } from '@latchkey/server/testing/pgbouncer';
import {
  makeCluster,
  type RealServer,
  removeServers,
  startServer,
} from '@latchkey/server/testing/postgres-servers';
import { newUser, startService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { openPool } from './pool.ts';
import type { Sql } from './sql.ts';

const program = findPgBouncer('the tests of PgBouncer');

const settings = {
  max: 6,
  connection: {
    application_name: 'latchkey',
    TimeZone: 'UTC',
    DateStyle: 'ISO, MDY',
    statement_timeout: 30_000,
    lock_timeout: 10_000,
  },
};

describe.skipIf(!program)('behind PgBouncer in transaction mode', () => {
  const role = { user: 'latchkey', password: 'behind-the-pooler' };
  let server: RealServer;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  const opened: Sql[] = [];

  beforeAll(async () => {
    server = await startServer(await makeCluster());
    await server.order(`CREATE ROLE latchkey SUPERUSER LOGIN PASSWORD '${role.password}'`);
    pooler = await startPgBouncer(program ?? '', { port: server.port, ...role });
  });
  afterAll(async () => {
    for (const sql of opened) await sql.end({ timeout: 1 });
    await pooler?.stop();
    await removeServers();
  });

  function open(max = settings.max): Sql {
    const url = `postgres://${role.user}:${role.password}@127.0.0.1:${pooler.port}/postgres`;
    const sql = openPool(url, { ...settings, max });
    opened.push(sql);
    return sql;
  }

  test('the schema is created, people register and sign in, and statements are not prepared', async () => {
    const sql = open();
    await migrate(sql, { info() {} });
    const database = { sql, connection: server as never, connect: () => open(), drop: async () => {} };
    const service = await startService({ database });
    const people = await Promise.all(Array.from({ length: 8 }, () => newUser(service)));
    const answers = await Promise.all(people.map(({ client }) => client.get('/api/auth/me')));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    expect(sql.options.prepare).toBe(false);
  });

  test('a statement with values is answered when one without values precedes it on its connection', async () => {
    const sql = open(1);
    for (let round = 0; round < 200; round++) {
      const rows = Promise.all([sql`SELECT 1 AS n`, sql.unsafe(''), sql`SELECT ${round}::int AS n`]);
      const late = new Promise((_resolve, reject) => {
        setTimeout(reject, 10_000, new Error(`no answer in round ${round}`)).unref();
      });
      expect(await Promise.race([rows, late])).toMatchObject([[{ n: 1 }], [], [{ n: round }]]);
    }
  });

  test('timeouts apply within each transaction and do not outlast it', async () => {
    const sql = open();
    await sql`SELECT 1`;
    const limits = await sql.begin(
      (tx) =>
        tx`SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
    );
    expect(limits).toMatchObject([{ statement: '30s', lock: '10s' }]);
    const [after] = await sql`SELECT current_setting('statement_timeout') AS statement`;
    expect(after?.statement).toBe('0');
    await expect(
      sql.begin(async (tx) => {
        await tx`SET LOCAL statement_timeout = 50`;
        await tx`SELECT pg_sleep(5)`;
      }),
    ).rejects.toMatchObject({ code: '57014' });
  });
});

test('a server without a pooler sets timeouts per connection, and prepares statements', async () => {
  const server = await startServer(await makeCluster());
  const sql = openPool(server.url(), settings);
  const [row] = await sql`SELECT current_setting('statement_timeout') AS statement`;
  expect([row?.statement, sql.options.prepare]).toEqual(['30s', true]);
  await sql.end();
  await removeServers();
});

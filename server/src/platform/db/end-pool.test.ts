import { startAnswerProxy } from '@latchkey/server/testing/answer-proxy';
import { testDatabase } from '@latchkey/server/testing/database';
import { eventually } from '@latchkey/server/testing/eventually';
import { expect, test } from 'vitest';
import { openPool } from './pool.ts';

async function setUp() {
  const database = await testDatabase();
  const proxy = await startAnswerProxy(database.connection);
  const place = { ...database.connection, host: '127.0.0.1', port: proxy.port };
  return { database, proxy, sql: openPool(place, { max: 2, prepare: false }) };
}

test('after an outage, a pool does not wait for what its lost connections were asked', async () => {
  const { proxy, sql } = await setUp();
  proxy.strike('cut', 'struck');
  const struck = sql`SELECT 1 AS struck`.execute();
  const spared = sql`SELECT 1 AS spared`.execute();
  await expect(struck).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  await spared;
  // Without a limit: it ends, or this test does not.
  await sql.end();
});

test('a pool ends after a statement and a transaction, and takes no more', async () => {
  const { sql } = await setUp();
  const statement = sql`SELECT 1 AS nth, pg_sleep(0.2)`.execute();
  const transaction = sql.begin(async (tx) => {
    await tx`SELECT pg_sleep(0.2)`;
    return tx`SELECT 2 AS nth`;
  });
  const end = sql.end({ timeout: 3600 });
  await eventually(async () => {
    await expect(sql`SELECT 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await expect(sql.begin((tx) => tx`SELECT 1`)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });
  await end;
  const rows = (await Promise.all([statement, transaction])).flat();
  expect(rows.map(({ nth }) => nth)).toEqual([1, 2]);
});

test('a pool whose statement is not answered ends when its time is up', async () => {
  const { proxy, sql } = await setUp();
  proxy.strike('swallow', 'struck');
  const struck = sql`SELECT 1 AS struck`.execute();
  const refused = expect(struck).rejects.toMatchObject({ code: 'CONNECTION_DESTROYED' });
  await expect.poll(() => proxy.struck.length).toBe(1);
  await Promise.all([refused, sql.end({ timeout: 0.1 })]);
});

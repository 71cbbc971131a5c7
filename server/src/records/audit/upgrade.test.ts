import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '@latchkey/server/testing/database';
import { newStaff, startService } from '@latchkey/server/testing/service';
import postgres from 'postgres';
import { afterEach, expect, inject, test } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { openPool } from '../../platform/db/pool.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { foldAudit } from './fold-store.ts';
import { makePartitions } from './partition-store.ts';
import { dropExpired } from './retention.ts';

const migrations = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const quiet = { info() {} };
const day = 86_400_000;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of cleanups.splice(0).reverse()) await undo();
});

/** A database from before the trail had partitions. */
async function databaseOfBefore(): Promise<TestDatabase> {
  const server = inject('postgres');
  const root = postgres({ ...server, max: 1, onnotice() {} });
  const database = `upgrade_${randomBytes(6).toString('hex')}`;
  await root`CREATE DATABASE ${root(database)}`;
  cleanups.push(async () => {
    await root`DROP DATABASE ${root(database)} WITH (FORCE)`;
    await root.end();
  });
  const connection = { ...server, database };
  const connect = () => {
    const pool = openPool(connection, { max: 5 });
    cleanups.push(() => pool.end({ timeout: 1 }));
    return pool;
  };
  const sql = connect();
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-migrations-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  for (const name of (await readdir(migrations)).filter((each) => each < '0013'))
    await cp(join(migrations, name), join(folder, name));
  await migrate(sql, quiet, folder);
  return { sql, connection, connect, drop: async () => {} };
}

async function enter(sql: Sql, createdAt: Date, userEmail = 'ada@example.com'): Promise<string> {
  const id = randomUUID();
  await sql`
    INSERT INTO audit_logs (id, user_email, action, category, metadata, created_at)
    VALUES (${id}, ${userEmail}, 'AUTH_LOGOUT', 'authentication', '{"kept": true}', ${createdAt})`;
  return id;
}
const whereabouts = async (sql: Sql) =>
  new Map(
    (
      await sql<{ id: string; partition: string }[]>`
      SELECT id, tableoid::regclass::text AS partition FROM audit_logs`
    ).map(({ id, partition }) => [id, partition]),
  );

test('entries from before the upgrade are all kept, counted, and found by email', async () => {
  const database = await databaseOfBefore();
  const { sql } = database;
  const now = new Date();
  const old = await enter(sql, new Date(now.getTime() - 800 * day));
  const recent = await enter(sql, now, 'bob@example.com');
  const ahead = await enter(sql, new Date(now.getTime() + 800 * day));
  await migrate(sql, quiet);
  const next = await enter(sql, now);
  const places = await whereabouts(sql);
  expect([old, recent, ahead, next].map((id) => places.get(id))).toEqual([
    'audit_logs_history',
    'audit_logs_history',
    'audit_logs_default',
    'audit_logs_history',
  ]);
  await foldAudit(sql);
  expect(await sql`SELECT email, entries::int FROM audit_emails ORDER BY 1`).toEqual([
    { email: 'ada@example.com', entries: 3 },
    { email: 'bob@example.com', entries: 1 },
  ]);
  const [{ events } = { events: 0 }] = await sql<
    { events: number }[]
  >`SELECT sum((counts->>'events')::int)::int AS events FROM audit_days`;
  expect(events).toBe(4);
  const service = await startService({ database });
  const { client } = await newStaff(service, 'ADMIN');
  const found = async (userEmail: string) => {
    const { total, logs } = (
      await client.get(`/api/admin/audit-logs?organizationId=all&userEmail=${userEmail}`)
    ).body;
    return [total, ...logs.map(({ id }: { id: string }) => id)];
  };
  expect(await found('ada@example.com')).toEqual([3, ahead, next, old]);
  expect(await found('BOB')).toEqual([1, recent]);
});

test('from next month on, entries get their own partitions, and older ones are dropped together', async () => {
  const { sql } = await databaseOfBefore();
  const now = new Date();
  await enter(sql, new Date(now.getTime() - 100 * day));
  await migrate(sql, quiet);
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  await sql.begin((tx) => makePartitions(tx, now));
  const fresh = await enter(sql, nextMonth);
  expect((await whereabouts(sql)).get(fresh)).toMatch(/^audit_logs_\d{4}_\d\d$/);
  const drop = (at: Date) => {
    const clock = { now: () => at, instant: () => at.getTime() * 1000 };
    return dropExpired({ sql, clock, config: { auditSecrets: ['secret'], auditRetentionDays: 30 } });
  };
  expect(await drop(new Date(nextMonth.getTime() + 30 * day - 1))).toEqual([]);
  expect(await drop(new Date(nextMonth.getTime() + 30 * day))).toEqual(['audit_logs_history']);
  const left = await sql`SELECT id, action, metadata->'entries' AS entries FROM audit_logs ORDER BY action`;
  expect(left).toMatchObject([{ action: 'ADMIN_AUDIT_DROPPED', entries: 1 }, { id: fresh }]);
});

test('upgrading an empty trail leaves no history partition', async () => {
  const { sql } = await databaseOfBefore();
  await migrate(sql, quiet);
  expect(await sql`SELECT to_regclass('audit_logs_history') AS history`).toEqual([{ history: null }]);
});

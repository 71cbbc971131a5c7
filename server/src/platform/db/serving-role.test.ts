import { randomBytes } from 'node:crypto';
import { testDatabase } from '@latchkey/server/testing/database';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';
import { moveLateMonths } from '../../records/audit/late-months.ts';
import { makePartitions } from '../../records/audit/partition-store.ts';
import { dropExpired } from '../../records/audit/retention.ts';
import { sweep } from '../../runtime/upkeep.ts';
import { migrate } from './migrate.ts';
import { openPool } from './pool.ts';
import { grantTo, NoRoleError } from './serving-role-store.ts';

const role = `Serving_${randomBytes(4).toString('hex')}`;
const database = started(testDatabase);
const service = started(async () => {
  await database.sql.unsafe(`CREATE ROLE "${role}" LOGIN PASSWORD 'only-serves'`);
  atEnd(() => database.sql.unsafe(`DROP OWNED BY "${role}"; DROP ROLE "${role}"`));
  await grantTo(database.sql, role);
  const connect = () =>
    openPool({ ...database.connection, username: role, password: 'only-serves' }, { max: 4 });
  const sql = connect();
  atEnd(() => sql.end({ timeout: 1 }));
  return startService({ database: { ...database, sql, connect } });
});

test('a role without create privileges starts, serves and runs the upkeep', async () => {
  const { sql } = service;
  await expect(sql`CREATE TABLE mine (id int)`).rejects.toMatchObject({ code: '42501' });
  await migrate(sql, { info: () => expect.unreachable() });
  const { client } = await newUser(service);
  expect((await client.get('/api/auth/me')).status).toBe(200);
  await sweep(sql, service.clock.now());
  await sql.begin((tx) => makePartitions(tx, new Date('2031-05-05')));
  await sql`INSERT INTO audit_logs (id, action, category, created_at, metadata)
            VALUES (gen_random_uuid(), 'AUTH_LOGOUT', 'authentication', '2031-05-06', '{}')`;
  const clock = { ...service.clock, now: () => new Date('2031-09-02') };
  const dropped = await dropExpired({
    ...service.deps,
    clock,
    config: { ...service.config, auditRetentionDays: 90 },
  });
  expect(dropped).toContain('audit_logs_2031_05');
  await sql`INSERT INTO audit_logs (id, action, category, created_at, metadata)
            VALUES (gen_random_uuid(), 'AUTH_LOGOUT', 'authentication', '2019-05-06', '{}')`;
  expect(await moveLateMonths(sql)).toContain('2019-05-01');
  expect(await sql`SELECT action FROM audit_logs_2019_05`).toHaveLength(1);
});

test("the serving role can't change or delete audit entries, delete migrations or drop other tables", async () => {
  const { sql } = service;
  await expect(sql`UPDATE audit_logs SET action = 'x'`).rejects.toMatchObject({ code: '42501' });
  await expect(sql`DELETE FROM audit_logs`).rejects.toMatchObject({ code: '42501' });
  await expect(sql`DELETE FROM migrations`).rejects.toMatchObject({ code: '42501' });
  await expect(sql`SELECT drop_audit_partition('users')`).rejects.toThrow('no month of the audit trail');
});

test("another role with a login can't create or drop partitions", async () => {
  const [row] = await database.sql`
    SELECT has_function_privilege('public', 'drop_audit_partition(text)', 'EXECUTE') AS dropping,
           has_function_privilege('public', 'make_audit_partition(date)', 'EXECUTE') AS making`;
  expect(row).toEqual({ dropping: false, making: false });
});

test("granting to a role that doesn't exist is refused by name", async () => {
  const grant = grantTo(database.sql, 'nobody-by-this-name');
  await expect(grant).rejects.toThrow(NoRoleError);
  await expect(grant).rejects.toThrow('There is no role nobody-by-this-name in the database.');
});

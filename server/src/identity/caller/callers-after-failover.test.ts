import {
  copyCluster,
  makeCluster,
  removeServers,
  startServer,
} from '@latchkey/server/testing/postgres-servers';
import postgres from 'postgres';
import { uuidv7 } from 'uuidv7';
import { afterAll, expect, test } from 'vitest';
import { createLookups } from '../../platform/db/lookups.ts';
import { migrate } from '../../platform/db/migrate.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { sessionCallers } from './caller-store.ts';

afterAll(removeServers);

// A standby that missed the last commits gives their numbers to other transactions.
test("a row from one server isn't mistaken for a row from another with the same transaction ID", async () => {
  const [userId, sessionId] = [uuidv7(), uuidv7()];
  const settings = { autovacuum: 'off' };
  const first = await startServer(await makeCluster(), undefined, settings);
  const owner = postgres(first.url(), { max: 1, onnotice() {} }) as unknown as Sql;
  await migrate(owner, { info() {} });
  await owner`
    INSERT INTO users (id, email, created_at, updated_at) VALUES (${userId}, 'ada@example.com', now(), now())`;
  await owner`
    INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, refresh_expires_at, ip_address, user_agent)
    VALUES (${sessionId}, ${userId}, now(), now(), now(), now(), '', '')`;
  await owner.end();
  await first.stop();
  const copy = await copyCluster(first.data);

  const primary = await startServer(first.data, first.port, settings);
  const sql = postgres(first.url(), { max: 1, onnotice() {} }) as unknown as Sql;
  const { find } = createLookups(sql);
  const changeOn = ({ order }: typeof primary, change: string) =>
    order(`UPDATE users SET ${change}`, 'SELECT xmin::text FROM users');
  const lost = await changeOn(primary, "role = 'ADMIN'");
  expect(await find(sessionCallers, sessionId)).toMatchObject({ role: 'ADMIN' });
  await primary.stop('SIGKILL');

  const standby = await startServer(copy, first.port, settings);
  expect(await changeOn(standby, "first_name = 'Ada'")).toEqual(lost);
  expect(await find(sessionCallers, sessionId)).toMatchObject({ role: 'USER', firstName: 'Ada' });
  await sql.end();
});

import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, password, startService } from '@latchkey/server/testing/service';
import { beforeAll, expect, test } from 'vitest';
import { foldUsers } from './fold-store.ts';

const crowd = 9000;
const sorts = ['createdAt', '-createdAt', 'email', '-email', 'lastLoginAt', '-lastLoginAt'];
const orders: Record<string, string> = {
  createdAt: 'created_at, id',
  email: 'email',
  lastLoginAt: 'last_login_at NULLS FIRST, id',
};

const service = started(startService);
let admin: Client;
beforeAll(async () => {
  admin = (await newStaff(service, 'ADMIN')).client;
  // A third have never signed in, and many registered in the same second.
  await service.sql`
    INSERT INTO users (id, email, created_at, updated_at, last_login_at)
    SELECT gen_random_uuid(), md5(n::text) || '@crowd.example', '2024-01-01'::timestamptz + n / 10 * interval '1 second',
           now(), CASE WHEN n % 3 > 0 THEN '2025-01-01'::timestamptz + hashtext(n::text) % 100000 * interval '1 second' END
      FROM generate_series(1, ${crowd}::int) n`;
});

const stretches = async (sort: string) =>
  (await service.sql`SELECT 1 FROM user_stretches WHERE sort = ${sort}`).length;

/** Every id in this order, straight from the table. */
async function idsIn(sort: string): Promise<string[]> {
  const order = orders[sort.replace('-', '')] ?? '';
  const rows = await service.sql.unsafe<{ id: string }[]>(`SELECT id FROM users ORDER BY ${order}`);
  const ids = rows.map(({ id }) => id);
  return sort.startsWith('-') ? ids.reverse() : ids;
}

/** Pages throughout each order match the table, and so does the total. */
async function expectPages(among = sorts) {
  for (const sort of among) {
    const ids = await idsIn(sort);
    const last = Math.ceil(ids.length / 50);
    for (const page of [1, Math.ceil(last / 2), last, last + 1]) {
      const { body } = await admin.get(`/api/users?sort=${sort}&limit=50&page=${page}`);
      const got = body.users.map(({ id }: { id: string }) => id);
      expect(got, `${sort}, page ${page}`).toEqual(ids.slice((page - 1) * 50, page * 50));
      expect(body.pagination).toMatchObject({ total: ids.length, hasNextPage: page < last });
    }
  }
}

test('pages are correct before and after the order is folded', async () => {
  await expectPages(['-createdAt']);
  await foldUsers(service.sql);
  for (const sort of Object.keys(orders)) expect(await stretches(sort)).toBeGreaterThan(1);
  expect(await service.sql`SELECT 1 FROM user_moves`).toHaveLength(0);
  await expectPages();
});

test('pages are correct after many users are added at one place in an order, with others after them', async () => {
  const before = await stretches('email');
  await service.sql`
    INSERT INTO users (id, email, created_at, updated_at)
    SELECT gen_random_uuid(), '00' || n || '@crowd.example', '2024-01-01', now() FROM generate_series(1, ${crowd}::int) n`;
  await foldUsers(service.sql);
  expect(await stretches('email')).toBeGreaterThan(before);
  await expectPages();
});

test('pages are correct after users are added, deleted and moved since the last fold', async () => {
  await foldUsers(service.sql);
  await service.sql`DELETE FROM users WHERE email LIKE 'a%@crowd.example'`;
  await service.sql`UPDATE users SET email = 'zz' || email WHERE email LIKE 'b%@crowd.example'`;
  await service.sql`UPDATE users SET last_login_at = '2026-01-01' WHERE email LIKE 'c%@crowd.example'`;
  await service.sql`UPDATE users SET last_login_at = NULL WHERE email LIKE 'd0%@crowd.example'`;
  await service.sql`
    INSERT INTO users (id, email, created_at, updated_at)
    SELECT gen_random_uuid(), n || '@late.example', '2023-01-01', now() FROM generate_series(1, 200) n`;
  await expectPages();
  await foldUsers(service.sql);
  await expectPages();
});

test('pages are correct when folding overlaps with changes and one change commits late', async () => {
  const { sql } = service;
  await sql.begin(async (slow) => {
    await slow`UPDATE users SET last_login_at = '2026-02-02' WHERE email LIKE 'e%@crowd.example'`;
    await slow`DELETE FROM users WHERE email LIKE 'f0%@crowd.example'`;
    const others = [service.database.connect(), service.database.connect()];
    const changes = Array.from(
      { length: 20 },
      (_, n) =>
        sql`UPDATE users SET email = ${`moved-${n}@crowd.example`} WHERE email = ${`${n + 1}@late.example`}`,
    );
    await Promise.all([...changes, ...[sql, ...others].map((node) => foldUsers(node))]);
    await expectPages();
  });
  await expectPages();
  await foldUsers(service.sql);
  await expectPages();
});

test('fifty registrations at once do not wait for an uncommitted one, and lists and totals stay correct', async () => {
  const { sql } = service;
  const organizations = async () => (await admin.get('/api/admin/organizations')).body.pagination.total;
  const before = await organizations();
  await sql.begin(async (slow) => {
    await slow`INSERT INTO organizations VALUES (gen_random_uuid(), 'Slow', 'slow', now(), now())`;
    await slow`
      INSERT INTO users (id, email, created_at, updated_at) VALUES (gen_random_uuid(), 'slow@example.com', now(), now())`;
    const registrations = Array.from({ length: 50 }, (_, n) =>
      service.client().post('/api/auth/register', {
        email: `rush-${n}@example.com`,
        password,
        organizationName: `Rush ${n}`,
      }),
    );
    const answers = await Promise.all(registrations);
    await foldUsers(service.database.connect());
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await organizations()).toBe(before + 50);
    await expectPages(['email', '-createdAt']);
  });
  expect(await organizations()).toBe(before + 51);
  await expectPages(['email', '-createdAt']);
});

test('folding merges stretches when too many are empty', async () => {
  const { sql } = service;
  await foldUsers(sql);
  await sql`
    INSERT INTO user_stretches
    SELECT 'lastLoginAt', '2030-01-01'::timestamptz + n * interval '1 day', '', gen_random_uuid(), 0
      FROM generate_series(1, 100) n`;
  await foldUsers(sql);
  expect(await stretches('lastLoginAt')).toBeLessThan(10);
  await expectPages();
});

test('a page far past the end is empty, and the member count is exact', async () => {
  const far = await admin.get('/api/users?page=999999999&limit=100');
  expect(far.body.users).toEqual([]);
  const members = () => admin.get('/api/organizations/current/members');
  const organization = () => admin.get('/api/organizations/current');
  const [{ organizationId } = { organizationId: '' }] = await service.sql<{ organizationId: string }[]>`
    SELECT organization_id FROM users WHERE role = 'ADMIN'`;
  for (const fold of [false, true, false]) {
    await service.sql`
      UPDATE users SET organization_id = ${organizationId}
       WHERE id IN (SELECT id FROM users WHERE organization_id IS NULL LIMIT 7)`;
    if (fold) await foldUsers(service.sql);
    const [{ count } = { count: 0 }] = await service.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM users WHERE organization_id = ${organizationId}`;
    expect((await members()).body.pagination.total).toBe(count);
    expect((await organization()).body.organization.memberCount).toBe(count);
  }
});

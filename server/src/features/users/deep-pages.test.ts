import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { beforeAll, expect, test } from 'vitest';

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

/** Every id in this order, straight from the table. */
async function idsIn(sort: string, organizationId?: string): Promise<string[]> {
  const order = orders[sort.replace('-', '')] ?? '';
  const within = organizationId ? `WHERE organization_id = '${organizationId}'` : '';
  const rows = await service.sql.unsafe<{ id: string }[]>(`SELECT id FROM users ${within} ORDER BY ${order}`);
  const ids = rows.map(({ id }) => id);
  return sort.startsWith('-') ? ids.reverse() : ids;
}

/** Pages throughout each order match the table, and so does the total. */
async function expectPages({
  among = sorts,
  organizationId,
}: {
  among?: string[];
  organizationId?: string;
} = {}) {
  const within = organizationId ? `&organizationId=${organizationId}` : '';
  for (const sort of among) {
    const ids = await idsIn(sort, organizationId);
    const last = Math.ceil(ids.length / 50);
    for (const page of [1, Math.ceil(last / 2), last, last + 1]) {
      const { body } = await admin.get(`/api/users?sort=${sort}&limit=50&page=${page}${within}`);
      const got = body.users.map(({ id }: { id: string }) => id);
      expect(got, `${sort}, page ${page}`).toEqual(ids.slice((page - 1) * 50, page * 50));
      expect(body.pagination).toMatchObject({ total: ids.length, hasNextPage: page < last });
    }
  }
}

test('pages are correct throughout every order', () => expectPages());

test('pages are correct after users are added, deleted and moved', async () => {
  await service.sql`DELETE FROM users WHERE email LIKE 'a%@crowd.example'`;
  await service.sql`UPDATE users SET email = 'zz' || email WHERE email LIKE 'b%@crowd.example'`;
  await service.sql`UPDATE users SET last_login_at = '2026-01-01' WHERE email LIKE 'c%@crowd.example'`;
  await service.sql`UPDATE users SET last_login_at = NULL WHERE email LIKE 'd0%@crowd.example'`;
  await service.sql`
    INSERT INTO users (id, email, created_at, updated_at)
    SELECT gen_random_uuid(), n || '@late.example', '2023-01-01', now() FROM generate_series(1, 200) n`;
  await expectPages();
});

test('pages show what is committed, and a change that commits late from then on', async () => {
  await service.sql.begin(async (slow) => {
    await slow`UPDATE users SET last_login_at = '2026-02-02' WHERE email LIKE 'e%@crowd.example'`;
    await slow`DELETE FROM users WHERE email LIKE 'f0%@crowd.example'`;
    await expectPages();
  });
  await expectPages();
});

test('pages of an organization are correct after members join, sign in, leave and are deleted', async () => {
  const { organizationId } = await newUser(service);
  const other = await newUser(service);
  const join = (id: string | null, email: string) => service.sql`
    INSERT INTO organization_members (organization_id, user_id, joined_at)
    SELECT ${id}, id, ${service.clock.now()} FROM users WHERE email LIKE ${email}`;
  await join(organizationId, '1%@crowd.example');
  await join(organizationId, '2%@crowd.example');
  await expectPages({ organizationId });
  await service.sql`UPDATE users SET last_login_at = '2026-03-03' WHERE email LIKE '11%@crowd.example'`;
  await service.sql`DELETE FROM organization_members WHERE email LIKE '12%@crowd.example'`;
  await service.sql`DELETE FROM organization_members WHERE email LIKE '13%@crowd.example'`;
  await join(other.organizationId, '13%@crowd.example');
  await service.sql`DELETE FROM users WHERE email LIKE '14%@crowd.example'`;
  await expectPages({ organizationId });
  await expectPages({ organizationId: other.organizationId });
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
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await organizations()).toBe(before + 50);
    await expectPages({ among: ['email', '-createdAt'] });
  });
  expect(await organizations()).toBe(before + 51);
  await expectPages({ among: ['email', '-createdAt'] });
});

test('a page far past the end is empty, and the member count is exact', async () => {
  const far = await admin.get('/api/users?page=999999999&limit=100');
  expect(far.body.users).toEqual([]);
  const members = () => admin.get('/api/organizations/current/members');
  const organization = () => admin.get('/api/organizations/current');
  const [{ organizationId } = { organizationId: '' }] = await service.sql<{ organizationId: string }[]>`
    SELECT organization_id FROM users WHERE role = 'ADMIN'`;
  for (let round = 0; round < 2; round++) {
    await service.sql`
      INSERT INTO organization_members (organization_id, user_id, joined_at)
      SELECT ${organizationId}, id, created_at FROM users WHERE organization_id IS NULL LIMIT 7`;
    const [{ count } = { count: 0 }] = await service.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM users WHERE organization_id = ${organizationId}`;
    expect((await members()).body.pagination.total).toBe(count);
    expect((await organization()).body.organization.memberCount).toBe(count);
  }
});

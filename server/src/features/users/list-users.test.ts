import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newLoner, newMember, newOrganization, settleIn } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { deactivate, giveNamedRole, giveSystemRole } from '@latchkey/server/testing/standing';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let admin: Client;
beforeAll(async () => {
  admin = (await newStaff(service, 'ADMIN')).client;
});

type Listed = { id: string; email: string };
const list = (client: Client, query: Record<string, string> = {}) =>
  client.get(`/api/users?${new URLSearchParams(query)}`);
const idsOf = (answer: { body: { users: Listed[] } }) => answer.body.users.map(({ id }) => id);

/** A user with a name that a test can look for. */
async function named(names: { firstName?: string; lastName?: string; username?: string; email?: string }) {
  const { id } = await newLoner(service, names.email);
  const { firstName = null, lastName = null, username = null } = names;
  await service.sql`
    UPDATE users SET first_name = ${firstName}, last_name = ${lastName}, username = ${username} WHERE id = ${id}`;
  return id;
}

describe('who sees whom', () => {
  test('a USER cannot list users, and an anonymous caller gets 401', async () => {
    const { client } = await newUser(service);
    expect((await list(client)).body.error).toMatchObject({ code: 'PERMISSION_DENIED' });
    expect((await list(service.client())).status).toBe(401);
  });

  test('a MODERATOR sees only their own organization, even when they ask for another', async () => {
    const moderator = await newStaff(service, 'MODERATOR');
    const colleague = await newMember(service, moderator.organizationId, 'MEMBER');
    const stranger = await newUser(service);
    const all = await list(moderator.client, { sort: 'createdAt' });
    expect(idsOf(all)).toEqual([moderator.id, colleague.id]);
    expect(all.body.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 2,
      totalPages: 1,
      hasNextPage: false,
      hasPrevPage: false,
    });
    const asked = await list(moderator.client, { organizationId: stranger.organizationId });
    expect(idsOf(asked).sort()).toEqual([moderator.id, colleague.id].sort());
    expect(idsOf(await list(moderator.client, { search: stranger.email }))).toEqual([]);
    for (const user of all.body.users) expect(user).not.toHaveProperty('lockedUntil');
  });

  test('a MODERATOR without an organization sees themselves, but not others without one', async () => {
    const moderator = await newLoner(service);
    await newLoner(service);
    await giveSystemRole(service, moderator.id, 'MODERATOR');
    expect(idsOf(await list(moderator.client))).toEqual([moderator.id]);
  });

  test('an ADMIN sees everyone, with lockedUntil, and can filter by organization', async () => {
    const organization = await newOrganization(service);
    const member = await newMember(service, organization.id, 'MEMBER');
    const answer = await list(admin, { organizationId: organization.id });
    expect(idsOf(answer).sort()).toEqual([organization.owner.id, member.id].sort());
    for (const user of answer.body.users) expect(user.lockedUntil).toBeNull();
    const everybody = await list(admin);
    const [{ count } = { count: 0 }] = await service.sql<
      { count: number }[]
    >`SELECT count(*)::int AS count FROM users`;
    expect(everybody.body.pagination.total).toBe(count);
    expect(idsOf(await list(admin, { organizationId: uuidv7() }))).toEqual([]);
  });

  test('an ADMIN without two-factor cannot list users', async () => {
    const { client } = await newStaff(service, 'ADMIN', { twoFactor: false });
    expect((await list(client)).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
  });

  test('an ADMIN sees exactly the agreed fields', async () => {
    const answer = await list(admin, { limit: '1' });
    expect(Object.keys(answer.body.users[0]).sort()).toEqual(
      [
        ...['id', 'email', 'username', 'firstName', 'lastName', 'role', 'isActive', 'emailVerified'],
        ...['emailVerifiedAt', 'lastLoginAt', 'createdAt', 'updatedAt', 'organizationId'],
        ...['organizationRole', 'twoFactorEnabled', 'lockedUntil'],
      ].sort(),
    );
  });
});

describe('search', () => {
  test('finds part of a first name, last name, full name, email or username, ignoring case', async () => {
    const id = await named({
      firstName: 'Wilhelmina',
      lastName: 'Zweistein',
      username: 'QuirkyFox',
      email: 'unusual.box@quince.example',
    });
    for (const search of ['ilhelm', 'ZWEIST', 'wilhelmina zweistein', 'SUAL.BOX@qui', 'rkyfo', '  quirky '])
      expect(idsOf(await list(admin, { search })), search).toEqual([id]);
  });

  test('ignores the case of non-ASCII letters', async () => {
    const id = await named({ firstName: 'İbrahim', lastName: 'ÅSTRÖM' });
    for (const search of ['åström', 'İbrahim']) expect(idsOf(await list(admin, { search }))).toEqual([id]);
  });

  test('does not match across two fields', async () => {
    await named({ lastName: 'Endsnow', email: 'begins.here@example.com' });
    expect(idsOf(await list(admin, { search: 'endsnow begins' }))).toEqual([]);
    expect(idsOf(await list(admin, { search: 'endsnowbegins' }))).toEqual([]);
  });

  test('takes %, _ and backslash literally', async () => {
    const percent = await named({ lastName: 'Fully100%Sure' });
    const underscore = await named({ username: 'snake_case_42' });
    const backslash = await named({ lastName: 'Back\\slash' });
    expect(idsOf(await list(admin, { search: '%' }))).toEqual([percent]);
    expect(idsOf(await list(admin, { search: '_' }))).toEqual([underscore]);
    expect(idsOf(await list(admin, { search: '\\' }))).toEqual([backslash]);
    expect(idsOf(await list(admin, { search: 'snake%case' }))).toEqual([]);
    expect(idsOf(await list(admin, { search: '0%s' }))).toEqual([percent]);
    expect(idsOf(await list(admin, { search: 'snakeXcase' }))).toEqual([]);
  });

  test('takes quotes literally', async () => {
    const id = await named({ lastName: "O'Brian; DROP TABLE" });
    expect(idsOf(await list(admin, { search: "o'brian; drop" }))).toEqual([id]);
  });

  test('is ignored when blank', async () => {
    const all = await list(admin);
    expect((await list(admin, { search: ' ' })).body.pagination).toEqual(all.body.pagination);
  });
});

describe('filters and order', () => {
  test('role filters by User.role, and isActive by whether the user is active', async () => {
    const organization = await newOrganization(service);
    const [moderator, inactive, staff] = [
      await newMember(service, organization.id, 'MEMBER'),
      await newMember(service, organization.id, 'MEMBER'),
      await newMember(service, organization.id, 'MEMBER'),
    ];
    await giveSystemRole(service, moderator.id, 'MODERATOR');
    await deactivate(service, inactive.id);
    await giveNamedRole(service, staff.id, 'ROLE_MODERATOR');
    const within = { organizationId: organization.id };
    expect(idsOf(await list(admin, { ...within, role: 'MODERATOR' }))).toEqual([moderator.id]);
    expect(idsOf(await list(admin, { ...within, role: 'ADMIN' }))).toEqual([]);
    expect(idsOf(await list(admin, { ...within, isActive: 'false' }))).toEqual([inactive.id]);
    expect((await list(admin, { ...within, isActive: 'true' })).body.pagination.total).toBe(3);
    expect(idsOf(await list(admin, { ...within, role: 'USER', isActive: 'false' }))).toEqual([inactive.id]);
  });

  test('users are sorted by createdAt, email or lastLoginAt in either direction, newest first by default', async () => {
    const organization = await newOrganization(service);
    const { owner } = organization;
    const others = [];
    for (const email of ['zeta@sort.example', 'alpha@sort.example', 'mid@sort.example']) {
      service.clock.advance({ seconds: 1 });
      const { id } = await newLoner(service, email);
      await settleIn(service, id, organization.id);
      others.push(id);
    }
    const [zeta, alpha, mid] = others;
    const login = (id: string | undefined, at: string) =>
      service.sql`UPDATE users SET last_login_at = ${at} WHERE id = ${id ?? ''}`;
    await login(zeta, '2030-01-02T00:00:00Z');
    await login(alpha, '2030-01-03T00:00:00Z');
    await login(mid, '2030-01-01T00:00:00Z');
    const sorted = async (sort?: string) =>
      idsOf(await list(admin, { organizationId: organization.id, ...(sort && { sort }) }));
    expect(await sorted()).toEqual([mid, alpha, zeta, owner.id]);
    expect(await sorted('createdAt')).toEqual([owner.id, zeta, alpha, mid]);
    expect(await sorted('-createdAt')).toEqual([mid, alpha, zeta, owner.id]);
    expect(await sorted('email')).toEqual([alpha, owner.id, mid, zeta]);
    expect(await sorted('-email')).toEqual([zeta, mid, owner.id, alpha]);
    expect(await sorted('lastLoginAt')).toEqual([owner.id, mid, zeta, alpha]);
    expect(await sorted('-lastLoginAt')).toEqual([alpha, zeta, mid, owner.id]);
  });

  test.each([
    'role=SUPERUSER',
    'role=admin',
    'role=',
    'role=USER&role=ADMIN',
    'isActive=yes',
    'isActive=1',
    'isActive=',
    'sort=password',
    'sort=-',
    'sort=email;drop',
    'organizationId=acme',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=',
    'limit=0',
    'limit=-5',
    'limit=ten',
    `search=${'x'.repeat(256)}`,
    'search=%00',
  ])('%s is refused with 400, naming the field', async (query) => {
    const answer = await admin.get(`/api/users?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'VALIDATION_FAILED' });
    expect(Object.keys(answer.body.error.details)).toEqual([query.split('=')[0]]);
  });
});

describe('pages', () => {
  test('cover the list without gaps or overlaps, and are empty past the end', async () => {
    const organization = await newOrganization(service);
    for (let n = 0; n < 4; n++) await newMember(service, organization.id, 'MEMBER');
    const page = (number: number) =>
      list(admin, { organizationId: organization.id, limit: '2', page: String(number) });
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(pages.map((answer) => answer.body.users.length)).toEqual([2, 2, 1, 0]);
    expect(new Set(pages.flatMap(idsOf)).size).toBe(5);
    expect(pages.map(({ body }) => body.pagination)).toMatchObject([
      { page: 1, limit: 2, total: 5, totalPages: 3, hasNextPage: true, hasPrevPage: false },
      { page: 2, hasNextPage: true, hasPrevPage: true },
      { page: 3, hasNextPage: false, hasPrevPage: true },
      { page: 4, total: 5, hasNextPage: false, hasPrevPage: true },
    ]);
  });

  test('hold at most 100 users, and an absurd page number gives an empty page', async () => {
    expect((await list(admin, { limit: '5000' })).body.pagination.limit).toBe(100);
    const far = await list(admin, { page: '999999999', limit: '100' });
    expect(far.status).toBe(200);
    expect(far.body.users).toEqual([]);
  });
});

describe('beyond ten thousand users', () => {
  const crowd = started(startService);
  let client: Client;
  beforeAll(async () => {
    client = (await newStaff(crowd, 'ADMIN')).client;
    await crowd.sql`
      INSERT INTO users (id, email, last_name, last_login_at, created_at, updated_at)
      SELECT gen_random_uuid(), 'crowd-' || lpad(n::text, 5, '0') || '@example.org',
             CASE WHEN n <= 30 THEN 'Rare' END,
             CASE WHEN n % 3 > 0 THEN '2021-01-01'::timestamptz + (n * 7919 % 10007) * interval '1 minute' END,
             '2020-01-01'::timestamptz + n * interval '1 second', now()
        FROM generate_series(1, 9999) AS n`;
    await crowd.sql`ANALYZE users`;
  });

  test('the total is exact up to 10000 and an estimate above that', async () => {
    const exact = await list(client);
    expect(exact.body.pagination.total).toBe(10_000);
    expect(exact.body.pagination).not.toHaveProperty('totalIsEstimate');
    await newLoner(crowd);
    const { pagination, users } = (await list(client)).body;
    expect(pagination).toMatchObject({ totalIsEstimate: true, hasNextPage: true, limit: 20 });
    expect(pagination.total).toBeGreaterThan(10_000);
    expect(pagination.total).toBeLessThan(12_000);
    expect(users).toHaveLength(20);
  });

  test('sort order, deep pages and the last page are still correct', async () => {
    await newLoner(crowd);
    // Users who never signed in come first, as if that had been long ago.
    const columns = { createdAt: 'created_at', email: 'email', lastLoginAt: 'last_login_at NULLS FIRST' };
    for (const [sort, column] of Object.entries(columns)) {
      const rows = await crowd.sql.unsafe<{ id: string }[]>(`SELECT id FROM users ORDER BY ${column}, id`);
      const ids = rows.map(({ id }) => id);
      const last = Math.ceil(ids.length / 100);
      for (const order of [sort, `-${sort}`]) {
        const sorted = order === sort ? ids : [...ids].reverse();
        for (const page of [1, 2, 30, 50, 51, 70, last - 1, last]) {
          const { body } = await list(client, { sort: order, limit: '100', page: `${page}` });
          expect(idsOf({ body }), `${order}, page ${page}`).toEqual(
            sorted.slice((page - 1) * 100, page * 100),
          );
          expect(body.pagination.hasNextPage).toBe(page < last);
        }
      }
    }
  });

  test('a search of any length counts all of its matches', async () => {
    await crowd.sql`UPDATE users SET last_name = 'Øx%_\\§' WHERE email = 'crowd-00500@example.org'`;
    const addresses = [
      'Crowd-00500@Example.org',
      'crowd-00500@elsewhere',
      'owd-0050@',
      'nobody-at-all@example.org',
    ];
    for (const search of [
      'ø',
      'Øx',
      'x%',
      '_',
      '\\',
      '§',
      '-9',
      '99',
      '9@',
      'zz',
      'z',
      'w-00',
      're',
      ...addresses,
    ]) {
      const { pagination, users } = (await list(client, { search, limit: '1' })).body;
      const [{ count } = { count: 0 }] = await crowd.sql<{ count: number }[]>`
        SELECT count(*)::int AS count FROM users WHERE strpos(search_text, ${search.toLowerCase()}) > 0`;
      expect([search, pagination.total], search).toEqual([search, count]);
      expect(users).toHaveLength(Math.min(count, 1));
    }
  });

  test('a search with few matches has an exact total again', async () => {
    const rare = await list(client, { search: 'rare', sort: 'email', limit: '100' });
    expect(rare.body.pagination).toMatchObject({ total: 30, hasNextPage: false });
    expect(rare.body.pagination).not.toHaveProperty('totalIsEstimate');
    expect(rare.body.users[0].email).toBe('crowd-00001@example.org');
  });

  test('a common search in one organization finds its members by their present names, in every order', async () => {
    const { id: organizationId, owner } = await newOrganization(crowd);
    await crowd.sql`
      INSERT INTO organization_members (organization_id, user_id, role, joined_at)
      SELECT ${organizationId}, id, 'MEMBER', now() FROM users WHERE email BETWEEN 'crowd-02000' AND 'crowd-02060'`;
    await crowd.sql`UPDATE users SET email = 'moved@example.org' WHERE email LIKE 'crowd-02007%'`;
    await crowd.sql`UPDATE users SET username = 'Crowd-Pleaser' WHERE id = ${owner.id}`;
    const orders = {
      createdAt: 'created_at, id',
      '-createdAt': 'created_at DESC, id DESC',
      email: 'email',
      '-email': 'email DESC',
      lastLoginAt: 'last_login_at NULLS FIRST, id',
      '-lastLoginAt': 'last_login_at DESC NULLS LAST, id DESC',
    };
    for (const [sort, order] of Object.entries(orders)) {
      const rows = await crowd.sql.unsafe<{ id: string }[]>(`
        SELECT id FROM users WHERE id IN (SELECT user_id FROM organization_members WHERE organization_id = '${organizationId}')
           AND search_text LIKE '%crowd-%' ORDER BY ${order}`);
      const found = await list(client, { organizationId, search: 'CROWD-', sort, limit: '100' });
      expect(idsOf(found), sort).toEqual(rows.map(({ id }) => id));
      expect(found.body.pagination.total).toBe(60);
    }
    await deactivate(crowd, owner.id);
    const inactive = await list(client, { organizationId, search: 'crowd-', isActive: 'false' });
    expect(idsOf(inactive)).toEqual([owner.id]);
    const gone = await list(client, { organizationId, search: 'crowd-02007' });
    expect(gone.body.pagination.total).toBe(0);
    expect(idsOf(await list(client, { organizationId, search: 'crowd-p' }))).toEqual([owner.id]);
  });
});

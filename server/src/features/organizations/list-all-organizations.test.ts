import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { removeMember } from '@latchkey/server/testing/standing';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let admin: Client;
beforeAll(async () => {
  admin = (await newStaff(service, 'ADMIN')).client;
});

type Listed = { id: string; name: string };
const list = (client: Client, query: Record<string, string> = {}) =>
  client.get(`/api/admin/organizations?${new URLSearchParams(query)}`);
const idsOf = (answer: { body: { organizations: Listed[] } }) =>
  answer.body.organizations.map(({ id }) => id);

describe('who can list all organizations', () => {
  test('no one below ADMIN, not even the OWNER of one', async () => {
    const { client: owner } = await newUser(service);
    const { client: moderator } = await newStaff(service, 'MODERATOR');
    expect((await list(service.client())).status).toBe(401);
    for (const client of [owner, moderator])
      expect((await list(client)).body.error.code).toBe('PERMISSION_DENIED');
  });

  test('an ADMIN, once they have set up two-factor', async () => {
    const { client } = await newStaff(service, 'ADMIN', { twoFactor: false });
    expect((await list(client)).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
    expect((await list(admin)).status).toBe(200);
  });

  test('a role with ROLE_ADMIN as its parent inherits organizations:read', async () => {
    const roles = (await admin.get('/api/admin/roles')).body.roles as Listed[];
    const parentId = roles.find(({ name }) => name === 'ROLE_ADMIN')?.id;
    const created = await admin.post('/api/admin/roles', { name: 'ROLE_CHIEF', parentId });
    expect(created.body.role.inheritedPermissions).toContain('organizations:read');
  });
});

describe('an entry', () => {
  test("has exactly the agreed fields, with the member count and the oldest owner's email", async () => {
    const { id, name, slug, owner } = await newOrganization(service, 'Fields Inc');
    service.clock.advance({ minutes: 1 });
    await newMember(service, id, 'OWNER');
    await newMember(service, id, 'MEMBER');
    const { organizations, pagination } = (await list(admin, { ids: id })).body;
    expect(organizations).toEqual([
      { id, name, slug, memberCount: 3, ownerEmail: owner.email, createdAt: expect.any(String) },
    ]);
    expect(pagination).toEqual({
      page: 1,
      limit: 20,
      total: 1,
      totalPages: 1,
      hasNextPage: false,
      hasPrevPage: false,
    });
  });

  test('for an organization without members shows a count of zero and no owner', async () => {
    const { id, owner } = await newOrganization(service, 'Ghost Town');
    await removeMember(service, owner.id);
    const { organizations } = (await list(admin, { ids: id })).body;
    expect(organizations).toMatchObject([{ id, memberCount: 0, ownerEmail: null }]);
  });
});

describe('search and order', () => {
  test('finds part of a name or slug in any case, and takes wildcards literally', async () => {
    const { id, slug } = await newOrganization(service, 'Zürcher 100%_Käse');
    for (const search of ['ZÜRCH', 'käse', '100%', '%_k', ' zürcher ', slug.slice(0, 18)])
      expect(idsOf(await list(admin, { search })), search).toContain(id);
    for (const search of ['zür_her', '100_', `käse${slug}`])
      expect(idsOf(await list(admin, { search })), search).toEqual([]);
  });

  test('sorts by name and by age in both directions, newest first by default', async () => {
    const made: string[] = [];
    for (const name of ['sorted b', 'Sorted C', 'sorted A']) {
      service.clock.advance({ minutes: 1 });
      made.push((await newOrganization(service, name)).id);
    }
    const [b, c, a] = made;
    const order = async (sort: string) =>
      idsOf(await list(admin, { search: 'sorted', ...(sort && { sort }) }));
    expect(await order('')).toEqual([a, c, b]);
    expect(await order('createdAt')).toEqual([b, c, a]);
    expect(await order('name')).toEqual([a, b, c]);
    expect(await order('-name')).toEqual([c, b, a]);
  });

  test('leaves out ids that do not exist', async () => {
    const { id } = await newOrganization(service);
    expect(idsOf(await list(admin, { ids: `${uuidv7()},${id.toUpperCase()}` }))).toEqual([id]);
  });

  test.each(['page=0', 'limit=x', 'sort=memberCount', 'ids=1', 'ids=', 'search=%00'])(
    'refuses %s with VALIDATION_FAILED and names the field',
    async (query) => {
      const answer = await admin.get(`/api/admin/organizations?${query}`);
      expect(answer.body.error).toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(Object.keys(answer.body.error.details)).toEqual([query.split('=')[0]]);
    },
  );
});

describe('pages', () => {
  test('split the list without gaps or overlaps', async () => {
    for (let n = 0; n < 5; n++) await newOrganization(service, 'Paged');
    const page = (number: number) => list(admin, { search: 'paged', limit: '2', page: String(number) });
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(pages.map(({ body }) => body.organizations.length)).toEqual([2, 2, 1, 0]);
    expect(new Set(pages.flatMap(idsOf)).size).toBe(5);
    expect(pages.map(({ body }) => body.pagination.hasNextPage)).toEqual([true, true, false, false]);
    expect((await list(admin, { limit: '5000' })).body.pagination.limit).toBe(100);
  });
});

describe('beyond ten thousand organizations', () => {
  const crowd = started(startService);
  let client: Client;
  beforeAll(async () => {
    client = (await newStaff(crowd, 'ADMIN')).client;
    await crowd.sql`
      INSERT INTO organizations (id, name, slug, created_at, updated_at)
      SELECT gen_random_uuid(), 'Crowd ' || n, 'crowd-' || n, '2020-01-01'::timestamptz + n * interval '1 second', now()
        FROM generate_series(1, 10000) AS n`;
    await crowd.sql`ANALYZE organizations`;
  });

  test('the total is an estimate, but a search with few results is counted exactly', async () => {
    const { pagination, organizations } = (await list(client)).body;
    expect(pagination).toMatchObject({ totalIsEstimate: true, hasNextPage: true });
    expect(pagination.total).toBeGreaterThan(10_000);
    expect(organizations).toHaveLength(20);
    const rare = (await list(client, { search: 'crowd 9999' })).body;
    expect(rare.pagination).toMatchObject({ total: 1 });
    expect(rare.pagination).not.toHaveProperty('totalIsEstimate');
  });
});

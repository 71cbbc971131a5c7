import { endpoints } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import {
  inviteTo,
  newLoner,
  newMember,
  newOrganization,
  type Person,
  standingOf,
} from '@latchkey/server/testing/organizations';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { makeAdmin } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);

const organizations = '/api/organizations';
const current = '/api/organizations/current';
const unknownId = '01890000-0000-7000-8000-00000000abcd';

/** By path, so that a route whose access was declared wrong is checked, too. */
const organizationRoutes = Object.values(endpoints)
  .filter(({ path }) => path.startsWith(current))
  .map(({ method, path }) => [method, path.replaceAll(/:\w+/g, unknownId)] as const);

/** People without an organization. */
let loner: Person;
let staff: Person;
let removed: Person;
beforeAll(async () => {
  [loner, staff] = [await newLoner(service), await newLoner(service)];
  await makeAdmin(service, staff.id);
});

describe('creating an organization', () => {
  test('derives the slug from the name and makes the caller its OWNER', async () => {
    const { client, id, email } = await newLoner(service);
    const answer = await client.post(organizations, { name: '  Žižkov Ünïted ' });
    expect(answer.status).toBe(201);
    const { organization } = answer.body;
    expect(organization).toEqual({
      id: expect.any(String),
      name: 'Žižkov Ünïted',
      slug: 'zizkov-united',
      role: 'OWNER',
      memberCount: 1,
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      updatedAt: organization.createdAt,
    });
    expect(await standingOf(service, id)).toEqual({
      organizationId: organization.id,
      organizationRole: 'OWNER',
    });
    expect((await service.audit(email)).at(-1)).toMatchObject({
      action: 'ORG_CREATED',
      category: 'admin',
      organizationId: organization.id,
      userId: id,
      metadata: { name: 'Žižkov Ünïted', slug: 'zizkov-united' },
    });
  });

  test('is 409 for someone who already has one, and creates nothing, unless people may have several', async () => {
    const { severalOrganizations } = service.deps.config;
    const { client } = await newUser(service);
    const answer = await client.post(organizations, { name: 'Second Thoughts' });
    expect([answer.status, answer.body.error?.code]).toEqual(
      severalOrganizations ? [201, undefined] : [409, 'HAS_ORGANIZATION'],
    );
    const made = await service.sql`SELECT 1 FROM organizations WHERE name = 'Second Thoughts'`;
    expect(made).toHaveLength(severalOrganizations ? 1 : 0);
  });

  test.each([
    [{}, 'Required.'],
    [{ name: 'x' }, 'At least 2 characters.'],
    [{ name: '  x  ' }, 'At least 2 characters.'],
    [{ name: '😀' }, 'At least 2 characters.'],
    [{ name: 'x'.repeat(101) }, 'At most 100 characters.'],
    [{ name: 7 }, 'Must be text.'],
    [{ name: 'a\u0000b' }, 'Contains a character that cannot be stored.'],
  ])('refuses %j', async (body, message) => {
    const { client } = await newLoner(service);
    const answer = await client.post(organizations, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toEqual({ name: [message] });
  });

  test('accepts names of 2 and of 100 characters', async () => {
    for (const name of ['ab', 'y'.repeat(100)]) {
      const { client } = await newLoner(service);
      expect((await client.post(organizations, { name })).body.organization.name).toBe(name);
    }
  });

  test('ignores a slug, id or role sent by the caller', async () => {
    const { client } = await newLoner(service);
    const body = { name: 'Plain Name', slug: 'chosen', id: unknownId, role: 'MEMBER', memberCount: 9 };
    const { organization } = (await client.post(organizations, body)).body;
    expect(organization).toMatchObject({ slug: 'plain-name', role: 'OWNER', memberCount: 1 });
    expect(organization.id).not.toBe(unknownId);
  });

  test('needs a session', async () => {
    expect((await service.client().post(organizations, { name: 'Nobody' })).status).toBe(401);
  });
});

describe('reading organizations', () => {
  test("lists the caller's organization, or nothing if they have none", async () => {
    const { id, owner } = await newOrganization(service);
    const listed = await owner.client.get(organizations);
    expect(listed.status).toBe(200);
    expect(listed.body.organizations).toEqual([
      expect.objectContaining({ id, role: 'OWNER', memberCount: 1 }),
    ]);
    const loner = await newLoner(service);
    const none = await loner.client.get(organizations);
    expect([none.status, none.body]).toEqual([200, { organizations: [] }]);
  });

  test('shows every member the organization, with their own role and the member count', async () => {
    const { id, owner } = await newOrganization(service);
    const admin = await newMember(service, id, 'ADMIN');
    const member = await newMember(service, id, 'MEMBER');
    for (const [person, role] of [
      [owner, 'OWNER'],
      [admin, 'ADMIN'],
      [member, 'MEMBER'],
    ] as const) {
      const answer = await person.client.get(current);
      expect(answer.status).toBe(200);
      expect(answer.body.organization).toMatchObject({ id, role, memberCount: 3 });
    }
  });

  test('is 404 for whoever chooses one that is not theirs, malformed or repeated, even a system ADMIN', async () => {
    const { id, owner } = await newOrganization(service);
    const admin = await newStaff(service, 'ADMIN');
    const own = admin.organizationId;
    for (const chosen of [id, unknownId, 'acme', '', `${own}, ${own}`])
      for (const path of [current, '/api/auth/me']) {
        const answer = await admin.client.get(path, { headers: { 'x-organization-id': chosen } });
        expect([chosen, answer.status, answer.body.error.code]).toEqual([chosen, 404, 'NO_ORGANIZATION']);
      }
    const theirs = await owner.client.get(current, { headers: { 'x-organization-id': id } });
    expect([theirs.status, theirs.body.organization.id]).toEqual([200, id]);
  });
});

test('a removed member has none from their very next request on, in the same session', async () => {
  const { id, owner } = await newOrganization(service);
  removed = await newMember(service, id, 'ADMIN');
  expect((await removed.client.get(current)).status).toBe(200);
  expect((await owner.client.delete(`${current}/members/${removed.id}`)).status).toBe(200);
  expect((await removed.client.get(current)).status).toBe(404);
  expect((await removed.client.get('/api/auth/me')).status).toBe(200);
});

test.each(organizationRoutes)(
  '%s %s is 404 for a caller who has none, even a removed ADMIN or a system ADMIN, and 401 without a session',
  async (method, path) => {
    for (const { client } of [loner, staff, removed]) {
      const answer = await client.send(method, path);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NO_ORGANIZATION']);
    }
    expect((await service.client().send(method, path)).status).toBe(401);
  },
);

describe('changing an organization', () => {
  test('keeps the slug when the name changes', async () => {
    const { id, slug, owner } = await newOrganization(service);
    service.clock.advance({ seconds: 1 });
    const answer = await owner.client.patch(current, { name: ' Renamed ' });
    expect(answer.status).toBe(200);
    expect(answer.body.organization).toMatchObject({
      id,
      name: 'Renamed',
      slug,
      role: 'OWNER',
      memberCount: 1,
    });
    expect(answer.body.organization.updatedAt > answer.body.organization.createdAt).toBe(true);
    expect((await owner.client.get(current)).body).toEqual(answer.body);
    expect((await service.audit(owner.email)).at(-1)).toMatchObject({
      action: 'ORG_UPDATED',
      organizationId: id,
      metadata: { from: { name: 'Acme', slug }, to: { name: 'Renamed', slug } },
    });
  });

  test('lets an ADMIN set the slug', async () => {
    const { id } = await newOrganization(service);
    const admin = await newMember(service, id, 'ADMIN');
    const answer = await admin.client.patch(current, { slug: 'chosen-1' });
    expect(answer.body.organization).toMatchObject({ name: 'Acme', slug: 'chosen-1', role: 'ADMIN' });
  });

  test('is 409 for a slug that another organization has, and changes nothing', async () => {
    const first = await newOrganization(service);
    const { owner, slug } = await newOrganization(service);
    const answer = await owner.client.patch(current, { name: 'Half', slug: first.slug });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'SLUG_TAKEN']);
    expect((await owner.client.get(current)).body.organization).toMatchObject({ name: 'Acme', slug });
  });

  test('to the same values records no event and keeps updatedAt', async () => {
    const { name, slug, owner } = await newOrganization(service);
    const before = (await owner.client.get(current)).body;
    service.clock.advance({ seconds: 1 });
    for (const body of [{}, { name, slug }]) {
      const answer = await owner.client.patch(current, body);
      expect([answer.status, answer.body]).toEqual([200, before]);
    }
    expect((await service.audit(owner.email)).map(({ action }) => action)).not.toContain('ORG_UPDATED');
  });

  test.each([
    '',
    'Upper',
    'two--hyphens',
    '-leading',
    'trailing-',
    'under_score',
    'spa ce',
    'ünï',
    'a/b',
    'x'.repeat(61),
    'line\n',
    null,
    7,
  ])('refuses %j as a slug', async (slug) => {
    const { owner } = await newOrganization(service);
    const answer = await owner.client.patch(current, { slug });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.details)).toEqual(['slug']);
  });

  test('accepts a slug of 60 characters', async () => {
    const { owner } = await newOrganization(service);
    const slug = `z-${'0'.repeat(58)}`;
    expect((await owner.client.patch(current, { slug })).body.organization.slug).toBe(slug);
  });

  test.each([{ name: 'x' }, { name: 'x'.repeat(101) }, { name: null }])('refuses %j', async (body) => {
    const { owner } = await newOrganization(service);
    expect((await owner.client.patch(current, body)).status).toBe(400);
  });

  test('is 403 for a MEMBER', async () => {
    const { id } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    expect((await member.client.patch(current, { name: 'Mine now' })).status).toBe(403);
    expect((await member.client.get(current)).body.organization.name).toBe('Acme');
  });

  test('ignores every field except name and slug', async () => {
    const { id, owner } = await newOrganization(service);
    const { organization: before } = (await owner.client.get(current)).body;
    const body = { id: unknownId, createdAt: '2000-01-01T00:00:00.000Z', memberCount: 9, role: 'MEMBER' };
    expect((await owner.client.patch(current, body)).body.organization).toEqual({ ...before, id });
  });
});

describe('deleting an organization', () => {
  test('leaves members with no organization or role, voids invitations and keeps the audit log', async () => {
    const { id, owner } = await newOrganization(service);
    const admin = await newMember(service, id, 'ADMIN');
    const other = await newOrganization(service);
    const { token } = await inviteTo(owner, 'void@example.com');
    const answer = await owner.client.delete(current);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: expect.any(String) });
    for (const person of [owner, admin]) {
      expect(await standingOf(service, person.id)).toEqual({
        organizationId: null,
        organizationRole: 'MEMBER',
      });
      expect((await person.client.get(current)).status).toBe(404);
      const me = (await person.client.get('/api/auth/me')).body;
      expect(me.organization).toBeNull();
      expect(me.user).toMatchObject({ organizationId: null, organizationRole: 'MEMBER' });
    }
    expect((await service.client().get(`/api/invites/${token}`)).status).toBe(404);
    expect(await standingOf(service, other.owner.id)).toMatchObject({ organizationId: other.id });
    const entries = await service.audit(owner.email);
    expect(entries.map(({ action }) => action)).toEqual(['ORG_INVITE_CREATED', 'ORG_DELETED']);
    expect(entries.at(-1)).toMatchObject({ organizationId: id, metadata: { name: 'Acme', memberCount: 2 } });
  });

  test('lets its OWNER create a new one under the freed slug', async () => {
    const { client } = await newLoner(service);
    const first = (await client.post(organizations, { name: 'Phoenix' })).body.organization;
    expect((await client.delete(current)).status).toBe(200);
    const second = (await client.post(organizations, { name: 'Phoenix' })).body.organization;
    expect(second).toMatchObject({ slug: 'phoenix', role: 'OWNER' });
    expect(second.id).not.toBe(first.id);
  });

  test('is 403 for an ADMIN who impersonates the OWNER', async () => {
    const { owner } = await newOrganization(service);
    const { client } = await newStaff(service, 'ADMIN');
    expect((await client.post('/api/admin/impersonate', { userId: owner.id })).status).toBe(200);
    const answer = await client.delete(current);
    expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([
      403,
      'FORBIDDEN',
      'IMPERSONATION_BLOCKED',
    ]);
    expect((await owner.client.get(current)).status).toBe(200);
  });

  test.each(['ADMIN', 'MEMBER'] as const)('is 403 for the role %s', async (role) => {
    const { id, owner } = await newOrganization(service);
    const person = await newMember(service, id, role);
    expect((await person.client.delete(current)).status).toBe(403);
    expect((await owner.client.get(current)).status).toBe(200);
  });
});

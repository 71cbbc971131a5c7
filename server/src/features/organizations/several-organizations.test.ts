import { organizationLimit } from '@latchkey/contract';
import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import {
  inviteTo,
  joins,
  newLoner,
  newMember,
  newOrganization,
  type Person,
} from '@latchkey/server/testing/organizations';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { giveOrganizationRole, giveSystemRole, removeMember } from '@latchkey/server/testing/standing';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
const list = '/api/organizations';
const current = `${list}/current`;
const choosing = (id: string) => ({ headers: { 'x-organization-id': id } });
const accept = ({ client }: Person, token: string) => client.post(`/api/invites/${token}/accept`);
const idsOf = async (client: Client) =>
  (await client.get(list)).body.organizations.map(({ id }: { id: string }) => id);

/** A MEMBER of two organizations; the first is their default. */
async function newCommuter() {
  const home = await newOrganization(service, 'Home');
  const away = await newOrganization(service, 'Away');
  const person = await newMember(service, home.id, 'MEMBER');
  service.clock.advance({ seconds: 1 });
  await joins(service, person.id, away.id, 'ADMIN');
  return { home, away, person };
}

describe('joining a second organization', () => {
  test('by an invitation leaves the default as it is, and lists it second', async () => {
    const home = await newOrganization(service);
    const away = await newOrganization(service);
    const person = await newMember(service, home.id, 'MEMBER');
    const { token } = await inviteTo(away.owner, person.email, 'ADMIN');
    const answer = await accept(person, token);
    expect([answer.status, answer.body.organization]).toMatchObject([200, { id: away.id, role: 'ADMIN' }]);
    expect(await idsOf(person.client)).toEqual([home.id, away.id]);
    expect((await person.client.get(current)).body.organization.id).toBe(home.id);
  });

  test('by creating one leaves the default as it is', async () => {
    const home = await newOrganization(service);
    const person = await newMember(service, home.id, 'MEMBER');
    const made = await person.client.post(list, { name: 'Mine' });
    expect([made.status, made.body.organization.role]).toEqual([201, 'OWNER']);
    expect(await idsOf(person.client)).toEqual([home.id, made.body.organization.id]);
  });

  test('twice is 409 ALREADY_MEMBER, and the invitation stays open', async () => {
    const { away, person } = await newCommuter();
    await service.sql`DELETE FROM organization_members WHERE user_id = ${person.id} AND organization_id = ${away.id}`;
    const { token } = await inviteTo(away.owner, person.email);
    await joins(service, person.id, away.id, 'MEMBER');
    const answer = await accept(person, token);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'ALREADY_MEMBER']);
    expect((await service.client().get(`/api/invites/${token}`)).status).toBe(200);
  });

  test('past fifty is 400, for creating and accepting, also in parallel', async () => {
    const person = await newLoner(service);
    for (let n = 1; n < organizationLimit; n++)
      await joins(service, person.id, (await newOrganization(service)).id);
    const invites = await Promise.all(
      [1, 2].map(async () => inviteTo((await newOrganization(service)).owner, person.email)),
    );
    const answers = await Promise.all([
      person.client.post(list, { name: 'One too many' }),
      ...invites.map(({ token }) => accept(person, token)),
    ]);
    const codes = answers.map(({ body }) => body.error?.code);
    expect(codes.filter((code) => code === 'ORGANIZATION_LIMIT_REACHED')).toHaveLength(2);
    expect(await idsOf(person.client)).toHaveLength(organizationLimit);
  });
});

describe('the organization of a request', () => {
  test('is the one that the header names, in every answer about the caller', async () => {
    const { away, person } = await newCommuter();
    const there = choosing(away.id.toUpperCase());
    expect((await person.client.get(current, there)).body.organization).toMatchObject({
      id: away.id,
      role: 'ADMIN',
    });
    expect((await person.client.get('/api/auth/me', there)).body).toMatchObject({
      user: { organizationId: away.id, organizationRole: 'ADMIN' },
      organization: { id: away.id, role: 'ADMIN' },
    });
    expect((await person.client.get(`/api/users/${person.id}`, there)).body.user.organizationId).toBe(
      away.id,
    );
    const invited = await person.client.post(`${current}/invites`, { email: 'new@example.com' }, there);
    expect(invited.status).toBe(201);
    expect((await person.client.post(`${current}/invites`, { email: 'new@example.com' })).status).toBe(403);
    const [entry] = await service.sql`
      SELECT organization_id FROM audit_logs WHERE action = 'ORG_INVITE_CREATED' AND user_id = ${person.id}`;
    expect(entry?.organizationId).toBe(away.id);
  });

  test.each([
    ['malformed', () => 'acme'],
    ['empty', () => ''],
    ['unknown', () => uuidv7()],
    ['repeated', ({ away }: { away: { id: string } }) => `${away.id}, ${away.id}`],
  ])('is 404 if the header is %s, never the default', async (_what, value) => {
    const pair = await newCommuter();
    for (const path of [current, '/api/auth/me', '/api/users', '/api/keys']) {
      const answer = await pair.person.client.get(path, choosing(value(pair)));
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NO_ORGANIZATION']);
    }
  });

  test('is 404 if it is foreign, deleted, or left while it was chosen', async () => {
    const { home, away, person } = await newCommuter();
    const foreign = await newOrganization(service);
    const gone = async (id: string) => (await person.client.get(current, choosing(id))).status;
    expect(await gone(foreign.id)).toBe(404);
    // Routes that need no organization, too.
    for (const path of ['/api/auth/me', '/api/keys']) {
      const answer = await person.client.get(path, choosing(foreign.id));
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NO_ORGANIZATION']);
    }
    expect(await gone(away.id)).toBe(200);
    await away.owner.client.delete(`${current}/members/${person.id}`);
    expect(await gone(away.id)).toBe(404);
    await home.owner.client.delete(current);
    expect(await gone(home.id)).toBe(404);
  });

  test.each([
    ['GET', '/api/auth/sessions'],
    ['GET', '/api/users/profile'],
    ['GET', list],
    ['POST', '/api/auth/logout'],
  ] as const)('does not matter to %s %s', async (method, path) => {
    const { person } = await newCommuter();
    const stale = choosing(uuidv7());
    const answer = await (method === 'GET'
      ? person.client.get(path, stale)
      : person.client.post(path, {}, stale));
    expect(answer.status).toBe(200);
  });
});

describe('the default organization', () => {
  const choose = ({ client }: Person, id: string) => client.post(`${list}/${id}/default`);

  test('moves, is told nowhere, and writes nothing the second time', async () => {
    const { home, away, person } = await newCommuter();
    const moved = await choose(person, away.id);
    expect([moved.status, moved.body.organization.id]).toEqual([200, away.id]);
    expect(await idsOf(person.client)).toEqual([away.id, home.id]);
    expect((await choose(person, away.id)).status).toBe(200);
    const entries = await service.sql`
      SELECT organization_id, metadata FROM audit_logs
       WHERE user_id = ${person.id} AND action = 'AUTH_DEFAULT_ORGANIZATION_CHANGED'`;
    expect(entries).toEqual([{ organizationId: null, metadata: { from: home.id, to: away.id } }]);
    const events = await service.sql<{ organizationId: string | null; body: string }[]>`
      SELECT organization_id, body FROM events
       WHERE type = 'user.default_organization_changed' AND body::json->'data'->'user'->>'id' = ${person.id}`;
    expect(events.map(({ organizationId }) => organizationId)).toEqual([null]);
    expect(JSON.parse(events[0]?.body ?? '{}').data.user).toMatchObject({ organizationId: null });
  });

  test('is 404 elsewhere, and 403 by a key or for a MODERATOR', async () => {
    const { away, person } = await newCommuter();
    const foreign = await newOrganization(service);
    for (const id of [foreign.id, uuidv7(), 'acme']) expect((await choose(person, id)).status).toBe(404);
    await giveSystemRole(service, person.id, 'MODERATOR');
    const refused = await choose(person, away.id);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
  });

  test('is the one joined longest ago once it ends, and a MODERATOR is none any more', async () => {
    const { home, away, person } = await newCommuter();
    service.clock.advance({ seconds: 1 });
    await joins(service, person.id, (await newOrganization(service)).id);
    await giveSystemRole(service, person.id, 'MODERATOR');
    await home.owner.client.delete(`${current}/members/${person.id}`);
    const { body } = await person.client.get('/api/auth/me');
    expect([body.organization.id, body.user.role]).toEqual([away.id, 'USER']);
  });
});

describe('the people who run the service', () => {
  const path = (userId: string, id = '') => `/api/admin/users/${userId}/organizations${id && `/${id}`}`;

  test('see a person in their default, or in the organization they filter by', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { home, away, person } = await newCommuter();
    expect((await admin.client.get(`/api/users/${person.id}`)).body.user.organizationId).toBe(home.id);
    const { body } = await admin.client.get(`/api/users?organizationId=${away.id}&search=${person.email}`);
    expect(body.users).toMatchObject([{ id: person.id, organizationId: away.id, organizationRole: 'ADMIN' }]);
  });

  test('list and end memberships, but not the last OWNER', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { home, away, person } = await newCommuter();
    const listed = await admin.client.get(path(person.id));
    expect(listed.body.organizations).toMatchObject([
      { id: home.id, role: 'MEMBER' },
      { id: away.id, role: 'ADMIN' },
    ]);
    expect(Object.keys(listed.body.organizations[0]).sort()).toEqual([
      'id',
      'joinedAt',
      'name',
      'role',
      'slug',
    ]);
    expect((await admin.client.delete(path(person.id, home.id))).status).toBe(200);
    expect((await admin.client.delete(path(person.id, home.id))).status).toBe(404);
    expect(await idsOf(person.client)).toEqual([away.id]);
    const last = await admin.client.delete(path(away.owner.id, away.id));
    expect([last.status, last.body.error.code]).toEqual([409, 'LAST_OWNER']);
    const entries = await service.sql`
      SELECT action FROM audit_logs WHERE organization_id = ${home.id} AND user_id = ${admin.id}`;
    expect(entries).toEqual([{ action: 'ORG_MEMBER_REMOVED' }]);
  });

  test('delete a person only if each organization keeps an OWNER, and take along those they were alone in', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const alone = await newOrganization(service);
    const shared = await newOrganization(service);
    const person = alone.owner;
    await joins(service, person.id, shared.id, 'OWNER');
    await removeMember(service, shared.owner.id);
    const other = await newMember(service, shared.id, 'MEMBER');
    const refused = await admin.client.delete(`/api/users/${person.id}`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'LAST_OWNER']);
    await giveOrganizationRole(service, other.id, 'OWNER');
    expect((await admin.client.delete(`/api/users/${person.id}`)).status).toBe(200);
    const left = await service.sql`SELECT id FROM organizations WHERE id IN (${alone.id}, ${shared.id})`;
    expect(left).toEqual([{ id: shared.id }]);
    const entries = await service.sql`
      SELECT organization_id FROM audit_logs
       WHERE action = 'ADMIN_USER_DELETED' AND metadata->>'targetUserId' = ${person.id}`;
    expect(entries.map((each) => each.organizationId).sort()).toEqual([alone.id, shared.id].sort());
  });
});

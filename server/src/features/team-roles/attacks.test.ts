import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { claimsIn, newApplication, refresh, tokensFor } from '@latchkey/server/testing/oidc';
import { organizationKeyClient } from '@latchkey/server/testing/organization-keys';
import { joins, newLoner, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { mappingPath, newDirectory, patchPerson } from '@latchkey/server/testing/scim';
import { clientFor, newStaff, startService } from '@latchkey/server/testing/service';
import { connectionsPath, startWithIdp } from '@latchkey/server/testing/sso';
import { dropTeamRoles, fillCatalog, giveTeamRoles, newTeamRole } from '@latchkey/server/testing/team-roles';
import { beforeEach, describe, expect, test } from 'vitest';

/* What is left of roles where they should be gone, and who could have them without being given them. */

const world = started(() => startWithIdp({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
const otherNode = started(() => {
  const { database, clock, env } = world.service;
  return startService({ database, clock, env: { ...env } });
});

const current = '/api/organizations/current';
const names = ['invoices:read', 'reports:read'];
const none = { roles: [], permissions: [] };

let home: Awaited<ReturnType<typeof newOrganization>>;
let member: Awaited<ReturnType<typeof newMember>>;
beforeEach(async () => {
  await dropTeamRoles(world.service);
  await fillCatalog(world.service, names);
  home = await newOrganization(world.service);
  member = await newMember(world.service, home.id, 'MEMBER');
});

const heldBy = async (client: Client) => {
  const { organization } = (await client.get('/api/auth/me')).body;
  return organization && { roles: organization.roles, permissions: organization.permissions };
};
const aRole = (permissions = ['reports:read'], key?: string) =>
  newTeamRole(world.service, home.id, { permissions, ...(key && { key }) });

describe('an invitation with roles', () => {
  type Sender = { id: string; client: Client };
  const falls: [string, (sender: Sender) => Promise<{ status: number }>][] = [
    ['is demoted', ({ id }) => home.owner.client.patch(`${current}/members/${id}`, { role: 'MEMBER' })],
    ['is removed', ({ id }) => home.owner.client.delete(`${current}/members/${id}`)],
    ['leaves', ({ id, client }) => client.delete(`${current}/members/${id}`)],
    [
      'is deactivated',
      async ({ id }) => (await newStaff(world.service, 'ADMIN')).client.post(`/api/users/${id}/deactivate`),
    ],
    [
      'is deleted',
      async ({ id }) => (await newStaff(world.service, 'ADMIN')).client.delete(`/api/users/${id}`),
    ],
  ];

  async function scene() {
    const { key } = await aRole();
    const sender = await newMember(world.service, home.id, 'ADMIN');
    const friend = await newLoner(world.service);
    const sent = await sender.client.post(`${current}/invites`, { email: friend.email, roles: [key] });
    const accept = (client = friend.client) => client.post(`/api/invites/${sent.body.invite.token}/accept`);
    return { sender, friend, accept };
  }

  test.each(falls)('is worth nothing once its sender %s', async (_what, fall) => {
    const { sender, friend, accept } = await scene();
    expect((await fall(sender)).status).toBe(200);
    expect((await accept()).status).toBe(404);
    expect(await heldBy(friend.client)).toBeNull();
  });

  test('is either accepted before its sender falls, or not at all', async () => {
    for (let nth = 0; nth < 4; nth++) {
      const { sender, friend, accept } = await scene();
      const there = await clientFor(otherNode, friend.id);
      const [accepted, removed] = await Promise.all([
        accept(there),
        home.owner.client.delete(`${current}/members/${sender.id}`),
      ]);
      expect(removed.status).toBe(200);
      expect([200, 404]).toContain(accepted.status);
      const { members } = (await home.owner.client.get(`${current}/members`)).body;
      expect(members.some(({ id }: { id: string }) => id === friend.id)).toBe(accepted.status === 200);
      const { invites } = (await home.owner.client.get(`${current}/invites`)).body;
      expect(invites).toEqual([]);
      await world.service.webhookWorker.drain();
      const { events } = (await home.owner.client.get(`${current}/events`)).body;
      // In the order they were committed.
      const order: string[] = events.map(({ type }: { type: string }) => type);
      if (accepted.status === 200)
        expect(order.lastIndexOf('invite.accepted')).toBeLessThan(order.lastIndexOf('member.removed'));
    }
  });
});

describe('a key used again', () => {
  test('gives nothing to those who held the deleted role by a group, a connection or an invitation', async () => {
    const { service, connected, somebody, change, idp, travel } = world;
    const at = await connected();
    const make = async (permissions: string[]) => {
      const body = { key: 'org-again', name: 'Again', permissions };
      return (await at.owner.client.post(`${current}/roles`, body)).body.role.id as string;
    };
    const id = await make(['reports:read']);
    await change(at.owner, at.connectionId, { groupRoles: [{ group: 'staff', roles: ['org-again'] }] });
    const { login, email } = somebody(at.domain.name);
    idp.people.set(login, { email, groups: ['staff'] });
    const client = service.client();
    await travel(client, at.path, login);
    expect((await heldBy(client))?.roles).toEqual(['org-again']);
    const guest = await newLoner(service);
    const { invite } = (
      await at.owner.client.post(`${current}/invites`, { email: guest.email, roles: ['org-again'] })
    ).body;

    expect((await at.owner.client.delete(`${current}/roles/${id}`)).status).toBe(200);
    await make(names);
    expect(await heldBy(client)).toEqual(none);
    const again = service.client();
    await travel(again, at.path, login);
    expect(await heldBy(again)).toEqual(none);
    expect((await guest.client.post(`/api/invites/${invite.token}/accept`)).status).toBe(200);
    expect(await heldBy(guest.client)).toEqual(none);
  });

  test('gives nothing to those in a group of a directory that had the deleted role', async () => {
    const directory = await newDirectory(world.service);
    const { id: userId } = await directory.person();
    const { id: groupId } = await directory.group(`Group of ${userId}`, [{ id: userId }]);
    const { owner } = directory;
    const make = async () => {
      const body = { key: 'org-again', name: 'Again', permissions: names };
      return (await owner.client.post(`${current}/roles`, body)).body.role.id as string;
    };
    const roleId = await make();
    await owner.client.patch(`${mappingPath}/${groupId}`, { roles: ['org-again'] });
    const own = await clientFor(world.service, userId);
    expect((await heldBy(own))?.permissions).toEqual(names);
    await owner.client.delete(`${current}/roles/${roleId}`);
    await make();
    expect(await heldBy(own)).toEqual(none);
    const { groups } = (await owner.client.get(mappingPath)).body;
    expect(groups.map(({ roles }: { roles: string[] }) => roles)).toEqual([[]]);
  });
});

describe('leaving', () => {
  test('and coming back beside being given roles leaves none from before', async () => {
    for (let nth = 0; nth < 4; nth++) {
      const { key } = await aRole();
      const path = `${current}/members/${member.id}`;
      const there = await clientFor(otherNode, home.owner.id);
      const [given, left] = await Promise.all([
        there.put(`${path}/roles`, { roles: [key] }),
        member.client.delete(path),
      ]);
      expect(left.status).toBe(200);
      expect([200, 404]).toContain(given.status);
      await joins(world.service, member.id, home.id);
      expect(await heldBy(member.client)).toEqual(none);
    }
  });

  test('a directory that ends and makes a membership again brings back only what its groups give', async () => {
    const directory = await newDirectory(world.service);
    const { id: userId } = await directory.person();
    const { id: groupId } = await directory.group(`Group of ${userId}`, [{ id: userId }]);
    const [byHand, byGroup] = [
      await newTeamRole(world.service, directory.id, { permissions: ['invoices:read'] }),
      await newTeamRole(world.service, directory.id, { permissions: ['reports:read'] }),
    ];
    await directory.owner.client.patch(`${mappingPath}/${groupId}`, { roles: [byGroup.key] });
    await giveTeamRoles(world.service, userId, directory.id, [byHand]);
    // Who belongs elsewhere keeps the account: their membership ends.
    await joins(world.service, userId, home.id);
    const turn = (active: boolean) =>
      patchPerson(directory.client, userId, { op: 'replace', path: 'active', value: active });
    const own = await clientFor(world.service, userId);
    const there = async () => {
      const headers = { 'x-organization-id': directory.id };
      const { status, body } = await own.get('/api/auth/me', { headers });
      return [status, body.organization?.roles, body.organization?.permissions];
    };
    expect((await turn(false)).status).toBe(200);
    expect((await there())[0]).toBe(404);
    expect((await turn(true)).status).toBe(200);
    expect(await there()).toEqual([200, [byGroup.key], ['reports:read']]);
  });

  test('takes every permission of that organization from keys and tokens at once', async () => {
    const role = await aRole();
    await giveTeamRoles(world.service, member.id, home.id, [role]);
    const { key } = await newKey(member.client);
    const byKey = keyClient(world.service, key);
    expect((await heldBy(byKey))?.permissions).toEqual(['reports:read']);
    const application = await newApplication(world.service);
    const scope = 'openid organization offline_access';
    const tokens = await tokensFor(world.service, member.client, application, { scope });
    expect(claimsIn(tokens.access_token).organization).toMatchObject({ permissions: ['reports:read'] });

    const away = await newOrganization(world.service);
    await joins(world.service, member.id, away.id);
    await home.owner.client.delete(`${current}/members/${member.id}`);
    const answer = await byKey.get('/api/auth/me');
    expect(answer.body.organization?.permissions ?? []).toEqual([]);
    const renewed = await refresh(world.service, application, tokens.refresh_token);
    const told = renewed.status === 200 ? claimsIn(renewed.body.access_token).organization : undefined;
    expect(told).toBeUndefined();
  });
});

/** A person whom a connection has just given a role: its own, or a template. */
async function connectionGives(template?: string) {
  const { service, connected, somebody, change, idp, travel } = world;
  const at = await connected();
  const key = template ?? (await newTeamRole(service, at.id, { permissions: names })).key;
  await change(at.owner, at.connectionId, { groupRoles: [{ group: 'staff', roles: [key] }] });
  const { login, email } = somebody(at.domain.name);
  idp.people.set(login, { email, groups: ['staff'] });
  const client = service.client();
  await travel(client, at.path, login);
  const { user } = (await client.get('/api/auth/me')).body;
  // A session that the connection did not begin outlasts it.
  const own = await clientFor(service, user.id);
  expect((await heldBy(own))?.permissions).toEqual(names);
  const connection = `${connectionsPath}/${at.connectionId}`;
  return { own, userId: user.id as string, owner: at.owner, connection };
}

describe('what a connection gives', () => {
  test('ends with the link, also for those whom it linked before', async () => {
    const { own, owner, connection, userId } = await connectionGives();
    expect((await owner.client.delete(`${connection}/links`)).status).toBe(200);
    expect(await heldBy(own)).toEqual(none);
    expect((await owner.client.get(`${current}/members/${userId}/roles`)).body.roles).toEqual([]);
  });

  test('ends with the connection', async () => {
    const { own, owner, connection } = await connectionGives();
    await owner.client.patch(connection, { enabled: false });
    expect((await owner.client.delete(connection)).status).toBe(200);
    expect(await heldBy(own)).toEqual(none);
  });
});

describe('a template held in one organization counts in no other', () => {
  /** Templates are in every organization: only where they were given tells them apart. */
  async function elsewhere(userId: string) {
    const away = await newOrganization(world.service);
    await joins(world.service, userId, away.id);
    const headers = { 'x-organization-id': away.id };
    const { organization } = (await (await clientFor(world.service, userId)).get('/api/auth/me', { headers }))
      .body;
    expect(organization.id).toBe(away.id);
    return { roles: organization.roles, permissions: organization.permissions };
  }

  test('if it was given by hand', async () => {
    const template = await newTeamRole(world.service, null, { permissions: names });
    await giveTeamRoles(world.service, member.id, home.id, [template]);
    expect((await heldBy(member.client))?.permissions).toEqual(names);
    expect(await elsewhere(member.id)).toEqual(none);
  });

  test('if a group of a directory gives it', async () => {
    const template = await newTeamRole(world.service, null, { permissions: names });
    const directory = await newDirectory(world.service);
    const { id: userId } = await directory.person();
    const { id: groupId } = await directory.group(`Group of ${userId}`, [{ id: userId }]);
    await directory.owner.client.patch(`${mappingPath}/${groupId}`, { roles: [template.key] });
    expect((await heldBy(await clientFor(world.service, userId)))?.permissions).toEqual(names);
    expect(await elsewhere(userId)).toEqual(none);
  });

  test('if a connection gives it', async () => {
    const template = await newTeamRole(world.service, null, { permissions: names });
    const { userId } = await connectionGives(template.key);
    expect(await elsewhere(userId)).toEqual(none);
  });
});

describe('someone else', () => {
  async function impersonating(userId: string) {
    const admin = await newStaff(world.service, 'ADMIN');
    expect((await admin.client.post('/api/admin/impersonate', { userId })).status).toBe(200);
    return admin;
  }

  test('who impersonates holds what that person holds, and nothing of their own', async () => {
    const role = await aRole();
    await giveTeamRoles(world.service, member.id, home.id, [role]);
    const admin = await impersonating(member.id);
    expect(await heldBy(admin.client)).toEqual({ roles: [role.key], permissions: ['reports:read'] });
    expect((await admin.client.put(`${current}/members/${member.id}/roles`, { roles: [] })).status).toBe(403);
  });

  test('who impersonates an OWNER gives roles as they could, and the trail names who it was', async () => {
    const { key } = await aRole();
    const admin = await impersonating(home.owner.id);
    const given = await admin.client.put(`${current}/members/${member.id}/roles`, { roles: [key] });
    expect(given.status).toBe(200);
    const entry = (await world.service.audit()).findLast(
      ({ action }) => action === 'ORG_MEMBER_ROLES_CHANGED',
    );
    expect(entry).toMatchObject({ metadata: { from: [], to: [key], impersonatedBy: admin.id } });
  });

  test("with a user key of an OWNER's gives roles if it may write", async () => {
    const { key: role } = await aRole();
    const give = async (permission: string) => {
      const { key } = await newKey(home.owner.client, { permission });
      const path = `${current}/members/${member.id}/roles`;
      return (await keyClient(world.service, key).put(path, { roles: [role] })).status;
    };
    expect(await give('READ_ONLY')).toBe(403);
    expect(await give('READ_WRITE')).toBe(200);
  });

  test('with a key of the organization holds no permission, and no scope opens its roles', async () => {
    await newTeamRole(world.service, null, { permissions: names, isDefault: true });
    const scopes = ['latchkey:read', 'latchkey:audit', 'latchkey:keys', 'reports:read'];
    const client = await organizationKeyClient(world.service, home.owner.client, scopes);
    const ofMember = `${current}/members/${member.id}/roles`;
    for (const path of [`${current}/roles`, ofMember, '/api/auth/me', '/api/admin/organization-roles']) {
      const { status, body } = await client.get(path);
      expect([path, status]).toEqual([path, expect.toSatisfy((each) => each === 401 || each === 403)]);
      expect(JSON.stringify(body)).not.toContain('invoices:read');
    }
    expect((await client.put(ofMember, { roles: [] })).status).toBeGreaterThanOrEqual(401);
  });
});

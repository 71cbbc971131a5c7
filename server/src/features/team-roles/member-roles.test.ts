import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  inviteTo,
  joins,
  newLoner,
  newMember,
  newOrganization,
} from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, password, startService } from '@latchkey/server/testing/service';
import { deactivate, giveOrganizationRole, removeMember } from '@latchkey/server/testing/standing';
import { dropTeamRoles, fillCatalog, giveTeamRoles, newTeamRole } from '@latchkey/server/testing/team-roles';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const service = started(startService);
const otherNode = started(() => startService({ database: service.database, clock: service.clock }));

const current = '/api/organizations/current';
const names = ['invoices:read', 'invoices:refund', 'reports:read'];
let home: Awaited<ReturnType<typeof newOrganization>>;
let member: Awaited<ReturnType<typeof newMember>>;
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});
beforeEach(async () => {
  await dropTeamRoles(service);
  await fillCatalog(service, names);
  home = await newOrganization(service);
  member = await newMember(service, home.id, 'MEMBER');
});

const meOf = async (client: Client) => (await client.get('/api/auth/me')).body;
const heldBy = async (client: Client) => {
  const { roles, permissions } = (await meOf(client)).organization;
  return { roles, permissions };
};
const give = (roles: string[], id = member.id, by = home.owner.client) =>
  by.put(`${current}/members/${id}/roles`, { roles });
const read = async (id = member.id) => (await home.owner.client.get(`${current}/members/${id}/roles`)).body;
const none = { roles: [], permissions: [] };

describe('who holds what', () => {
  test('without roles, a MEMBER holds nothing, and OWNER and ADMIN the whole catalog', async () => {
    expect(await heldBy(member.client)).toEqual(none);
    expect(await heldBy(home.owner.client)).toEqual({ roles: [], permissions: names });
    const organizationAdmin = await newMember(service, home.id, 'ADMIN');
    expect(await heldBy(organizationAdmin.client)).toEqual({ roles: [], permissions: names });
    expect((await read(organizationAdmin.id)).permissions).toEqual(names);
  });

  test('a MEMBER holds what all the roles that count permit, sorted, in every way a request can come', async () => {
    const template = await newTeamRole(service, null, { key: 'support', permissions: ['reports:read'] });
    const own = await newTeamRole(service, home.id, { permissions: ['invoices:refund', 'invoices:read'] });
    expect((await give([own.key, template.key])).status).toBe(200);
    const held = { roles: [own.key, 'support'], permissions: names };
    expect(await heldBy(member.client)).toEqual(held);
    const { key } = await newKey(member.client);
    expect(await heldBy(keyClient(service, key))).toEqual(held);
    expect(await heldBy(await clientFor(otherNode, member.id))).toEqual(held);
    const boss = await newStaff(service, 'ADMIN');
    await boss.client.post('/api/admin/impersonate', { userId: member.id });
    expect(await heldBy(boss.client)).toEqual(held);
    // What the service's roles permit is another list.
    expect((await meOf(member.client)).permissions).toEqual([]);
  });

  test('a default is held by every member, also of the next request', async () => {
    expect(await heldBy(member.client)).toEqual(none);
    const { key } = await newTeamRole(service, null, { permissions: ['reports:read'], isDefault: true });
    expect(await heldBy(member.client)).toEqual({ roles: [key], permissions: ['reports:read'] });
    expect(await heldBy(home.owner.client)).toEqual({ roles: [key], permissions: names });
    expect(await read()).toEqual({ roles: [{ key, from: ['default'] }], permissions: ['reports:read'] });
  });

  test('what counts for several reasons names each of them', async () => {
    const role = await newTeamRole(service, home.id, { permissions: ['reports:read'], isDefault: true });
    await give([role.key]);
    expect((await read()).roles).toEqual([{ key: role.key, from: ['given', 'default'] }]);
  });

  test('holding all of it asks no one for two-factor', async () => {
    const role = await newTeamRole(service, home.id, { permissions: names });
    await give([role.key]);
    for (const { client } of [member, home.owner]) {
      const me = await meOf(client);
      expect([me.organization.permissions, me.user.twoFactorEnabled, me.requiresTwoFactorSetup]).toEqual([
        names,
        false,
        false,
      ]);
    }
  });

  test("another organization's default and roles count for no one here", async () => {
    const other = await newOrganization(service);
    const foreign = await newTeamRole(service, other.id, { permissions: names, isDefault: true });
    await giveTeamRoles(service, member.id, home.id, [foreign]);
    expect(await heldBy(member.client)).toEqual(none);
    expect((await read()).permissions).toEqual([]);
  });

  test('each organization of a person counts by itself', async () => {
    const other = await newOrganization(service);
    await joins(service, member.id, other.id);
    const here = await newTeamRole(service, home.id, { permissions: ['invoices:read'] });
    const there = await newTeamRole(service, other.id, { permissions: ['invoices:refund'] });
    await giveTeamRoles(service, member.id, home.id, [here]);
    await giveTeamRoles(service, member.id, other.id, [there]);
    const at = async (id: string) =>
      (await member.client.get('/api/auth/me', { headers: { 'x-organization-id': id } })).body.organization;
    expect(await at(home.id)).toMatchObject({ roles: [here.key], permissions: ['invoices:read'] });
    expect(await at(other.id)).toMatchObject({ roles: [there.key], permissions: ['invoices:refund'] });
  });

  test.each([
    [
      'a template that changes',
      (id: string) =>
        admin.client.patch(`/api/admin/organization-roles/${id}`, { permissions: ['invoices:read'] }),
      ['invoices:read'],
    ],
    [
      'a template that is deleted',
      (id: string) => admin.client.delete(`/api/admin/organization-roles/${id}`),
      [],
    ],
    [
      'a name that leaves the catalog',
      () =>
        admin.client.put('/api/admin/organization-permissions', { permissions: [{ name: 'invoices:read' }] }),
      [],
    ],
  ])('%s counts from the next request on every node', async (_what, change, permissions) => {
    const role = await newTeamRole(service, null, { permissions: ['reports:read'] });
    await giveTeamRoles(service, member.id, home.id, [role]);
    const there = await clientFor(otherNode, member.id);
    for (const client of [member.client, there])
      expect((await heldBy(client)).permissions).toEqual(['reports:read']);
    expect((await change(role.id)).status).toBe(200);
    for (const client of [member.client, there])
      expect((await heldBy(client)).permissions).toEqual(permissions);
  });

  test('a rank changes what counts at the next request, and keeps what was given', async () => {
    const role = await newTeamRole(service, home.id, { permissions: ['reports:read'] });
    await give([role.key]);
    const path = `${current}/members/${member.id}`;
    await home.owner.client.patch(path, { role: 'ADMIN' });
    expect(await heldBy(member.client)).toEqual({ roles: [role.key], permissions: names });
    await home.owner.client.patch(path, { role: 'MEMBER' });
    expect(await heldBy(member.client)).toEqual({ roles: [role.key], permissions: ['reports:read'] });
  });
});

describe('giving', () => {
  test('replaces the given ones, shows them, and records from and to', async () => {
    const [one, two] = [await newTeamRole(service, home.id), await newTeamRole(service, null)];
    await give([one.key]);
    const answer = await give([two.key, two.key]);
    expect(answer.body.member).toMatchObject({ id: member.id, roles: [two.key], organizationRole: 'MEMBER' });
    const { members } = (await member.client.get(`${current}/members`)).body;
    expect(members.find(({ id }: { id: string }) => id === member.id).roles).toEqual([two.key]);
    await give([two.key]);
    const entries = (await service.audit(home.owner.email)).filter(
      ({ action }) => action === 'ORG_MEMBER_ROLES_CHANGED',
    );
    expect(entries.map(({ metadata }) => metadata)).toEqual([
      { targetUserId: member.id, from: [], to: [one.key] },
      { targetUserId: member.id, from: [one.key], to: [two.key] },
    ]);
  });

  test('an ADMIN gives, to anyone and to themselves; a MEMBER gives and reads nothing', async () => {
    const { key } = await newTeamRole(service, null);
    const organizationAdmin = await newMember(service, home.id, 'ADMIN');
    for (const id of [member.id, organizationAdmin.id, home.owner.id])
      expect((await give([key], id, organizationAdmin.client)).status).toBe(200);
    expect((await give([key], member.id, member.client)).status).toBe(403);
    expect((await member.client.get(`${current}/members/${member.id}/roles`)).status).toBe(403);
  });

  test("strangers are 404, another organization's role and more than 50 are 400", async () => {
    const other = await newOrganization(service);
    const foreign = await newTeamRole(service, other.id);
    expect((await give([], other.owner.id)).status).toBe(404);
    expect((await home.owner.client.get(`${current}/members/${other.owner.id}/roles`)).status).toBe(404);
    expect((await give([foreign.key])).body.error.code).toBe('VALIDATION_FAILED');
    expect((await give(['none'])).body.error.details).toEqual({ roles: ['There is no role none.'] });
    expect((await give(Array.from({ length: 51 }, (_, n) => `r${n}`))).status).toBe(400);
  });

  test('beside the deletion of the role, it gives nothing, and its key used again gives no one anything', async () => {
    for (let nth = 0; nth < 4; nth++) {
      const key = `org-race${nth}`;
      const { id } = await newTeamRole(service, home.id, { key, permissions: ['reports:read'] });
      const there = await clientFor(otherNode, home.owner.id);
      const [given, deleted] = await Promise.all([give([key]), there.delete(`${current}/roles/${id}`)]);
      expect(deleted.status).toBe(200);
      expect([200, 400]).toContain(given.status);
      expect(await heldBy(member.client)).toEqual(none);
      await newTeamRole(service, home.id, { key, permissions: ['reports:read'] });
      expect(await heldBy(member.client)).toEqual(none);
      expect((await read()).roles).toEqual([]);
      await dropTeamRoles(service);
    }
  });

  test('ends with the membership, and coming back brings nothing', async () => {
    const role = await newTeamRole(service, home.id, { permissions: ['reports:read'] });
    await give([role.key]);
    await member.client.delete(`${current}/members/${member.id}`);
    expect((await meOf(member.client)).organization).toBeNull();
    await joins(service, member.id, home.id);
    expect(await heldBy(member.client)).toEqual(none);
  });
});

describe('an invitation with roles', () => {
  const invite = (email: string, roles: string[], by = home.owner.client) =>
    by.post(`${current}/invites`, { email, roles });

  test('shows them, and joining by it gives those that still exist', async () => {
    const [kept, gone] = [
      await newTeamRole(service, home.id, { permissions: ['reports:read'] }),
      await newTeamRole(service, null, { permissions: ['invoices:read'] }),
    ];
    const person = await newLoner(service);
    const sent = await invite(person.email, [gone.key, kept.key]);
    expect(sent.body.invite.roles).toEqual([kept.key, gone.key].sort());
    await admin.client.delete(`/api/admin/organization-roles/${gone.id}`);
    await newTeamRole(service, null, { key: gone.key, permissions: ['invoices:refund'] });
    const [listed] = (await home.owner.client.get(`${current}/invites`)).body.invites;
    expect(listed.roles).toEqual([kept.key]);
    expect((await person.client.post(`/api/invites/${sent.body.invite.token}/accept`)).status).toBe(200);
    expect(await heldBy(person.client)).toEqual({ roles: [kept.key], permissions: ['reports:read'] });
  });

  test('gives them to someone who registers by it', async () => {
    const { key } = await newTeamRole(service, home.id, { permissions: ['reports:read'] });
    const email = 'registers-by-it@example.com';
    const { token: inviteToken } = (await invite(email, [key])).body.invite;
    const client = service.client();
    const made = await client.post('/api/auth/register', { email, password, inviteToken });
    expect(made.status).toBe(201);
    await client.post('/api/auth/login', { email, password });
    expect(await heldBy(client)).toEqual({ roles: [key], permissions: ['reports:read'] });
  });

  test('an unknown key is 400, and without roles it lists none', async () => {
    expect((await invite('one@example.com', ['none'])).status).toBe(400);
    await inviteTo(home.owner, 'two@example.com');
    const { invites } = (await home.owner.client.get(`${current}/invites`)).body;
    expect(invites.map(({ roles }: { roles: string[] }) => roles)).toEqual([[]]);
  });

  test('falls when its sender is demoted, removed or deactivated; one whose roles are gone stays', async () => {
    const role = await newTeamRole(service, home.id);
    const gone = await newTeamRole(service, home.id);
    const sender = await newMember(service, home.id, 'ADMIN');
    await invite('with@example.com', [role.key], sender.client);
    await invite('gone@example.com', [gone.key], sender.client);
    await invite('without@example.com', [], sender.client);
    await home.owner.client.delete(`${current}/roles/${gone.id}`);
    await home.owner.client.patch(`${current}/members/${sender.id}`, { role: 'MEMBER' });
    const { invites } = (await home.owner.client.get(`${current}/invites`)).body;
    const left = invites.map(({ email }: { email: string }) => email).sort();
    expect(left).toEqual(['gone@example.com', 'without@example.com']);
  });
});

test('a change of what counts is seen although callers are remembered', async () => {
  const role = await newTeamRole(service, home.id, { permissions: ['reports:read'] });
  await heldBy(member.client);
  await giveTeamRoles(service, member.id, home.id, [role]);
  expect((await heldBy(member.client)).roles).toEqual([role.key]);
  await dropTeamRoles(service, role.id);
  expect(await heldBy(member.client)).toEqual(none);
  await giveOrganizationRole(service, member.id, 'ADMIN');
  expect((await heldBy(member.client)).permissions).toEqual(names);
  await removeMember(service, member.id);
  expect((await meOf(member.client)).organization).toBeNull();
  await deactivate(service, member.id);
});

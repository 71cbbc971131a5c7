import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { joins } from '@latchkey/server/testing/organizations';
import { mappingPath, newDirectory, patchGroup, scimPath } from '@latchkey/server/testing/scim';
import { clientFor } from '@latchkey/server/testing/service';
import { connectionsPath, startWithIdp } from '@latchkey/server/testing/sso';
import { dropTeamRoles, fillCatalog, newTeamRole } from '@latchkey/server/testing/team-roles';
import { beforeEach, describe, expect, test } from 'vitest';

const world = started(startWithIdp);
const names = ['invoices:read', 'reports:read'];
beforeEach(async () => {
  await dropTeamRoles(world.service);
  await fillCatalog(world.service, names);
});

const heldBy = async (client: Client) => (await client.get('/api/auth/me')).body.organization;
const none = { roles: [], permissions: [] };

describe("a group of an organization's directory", () => {
  async function scene() {
    const { service } = world;
    const directory = await newDirectory(service);
    const person = await directory.person();
    const made = await directory.client.post(`${scimPath}/Groups`, {
      displayName: `Group of ${person.id}`,
      members: [{ value: person.id }],
    });
    const { id } = made.body;
    const role = await newTeamRole(service, directory.id, { permissions: ['reports:read'] });
    const map = (body: object) => directory.owner.client.patch(`${mappingPath}/${id}`, body);
    return {
      ...directory,
      person,
      groupId: id as string,
      role,
      map,
      own: await clientFor(service, person.id),
    };
  }

  test('gives its roles to those who are in it, from the next request on, and shows them', async () => {
    const { client, owner, person, groupId, role, map, own } = await scene();
    expect(await heldBy(own)).toMatchObject(none);
    const mapped = await map({ roles: [role.key] });
    expect(mapped.body.group).toMatchObject({ id: groupId, role: null, roles: [role.key] });
    expect(await heldBy(own)).toMatchObject({
      roles: [role.key],
      permissions: ['reports:read'],
      role: 'MEMBER',
    });
    const { groups } = (await owner.client.get(mappingPath)).body;
    expect(groups.find(({ id }: { id: string }) => id === groupId).roles).toEqual([role.key]);
    const { roles } = (await owner.client.get(`/api/organizations/current/members/${person.id}/roles`)).body;
    expect(roles).toEqual([{ key: role.key, from: ['group'] }]);
    await patchGroup(client, groupId, { op: 'remove', path: `members[value eq "${person.id}"]` });
    expect(await heldBy(own)).toMatchObject(none);
    await patchGroup(client, groupId, { op: 'add', path: 'members', value: [{ value: person.id }] });
    expect(await heldBy(own)).toMatchObject({ roles: [role.key] });
    await client.delete(`${scimPath}/Groups/${groupId}`);
    expect(await heldBy(own)).toMatchObject(none);
  });

  test('keeps what is not sent, and records only what changes', async () => {
    const { map, role, owner } = await scene();
    await map({ roles: [role.key] });
    expect((await map({ role: 'ADMIN' })).body.group).toMatchObject({ role: 'ADMIN', roles: [role.key] });
    expect((await map({})).status).toBe(200);
    await map({ roles: [role.key] });
    const told = (await world.service.audit(owner.email)).filter(
      ({ metadata }) => metadata.change === 'mapped',
    );
    expect(told.map(({ metadata }) => [metadata.role, metadata.roles])).toEqual([
      [null, [role.key]],
      ['ADMIN', undefined],
    ]);
    expect((await map({ roles: ['none'] })).body.error.code).toBe('VALIDATION_FAILED');
    expect((await map({ roles: Array.from({ length: 51 }, (_, n) => `r${n}`) })).status).toBe(400);
  });
});

describe("a connection's groupRoles", () => {
  async function scene() {
    const { service, connected, somebody, change, idp, travel } = world;
    const home = await connected();
    const [staff, boss] = [
      await newTeamRole(service, home.id, { permissions: ['reports:read'] }),
      await newTeamRole(service, home.id, { permissions: ['invoices:read'] }),
    ];
    const groupRoles = [
      { group: 'staff', roles: [staff.key] },
      { group: 'boss', roles: [boss.key, staff.key].sort() },
    ];
    await change(home.owner, home.connectionId, { groupRoles });
    const { login, email } = somebody(home.domain.name);
    const signIn = async (groups?: unknown) => {
      idp.people.set(login, { email, ...(groups !== undefined && { groups }) });
      const client = service.client();
      await travel(client, home.path, login);
      return client;
    };
    return { ...home, staff, boss, groupRoles, signIn, email };
  }

  test('are shown, replaced whole, and refused with an unknown key or past 50', async () => {
    const { owner, connectionId, groupRoles, staff } = await scene();
    const path = `${connectionsPath}/${connectionId}`;
    expect((await owner.client.get(path)).body.connection.groupRoles).toEqual(groupRoles);
    const bad = (body: object) => owner.client.patch(path, { groupRoles: body });
    expect((await bad([{ group: 'x', roles: ['none'] }])).body.error.code).toBe('VALIDATION_FAILED');
    expect((await bad(Array.from({ length: 51 }, () => ({ group: 'x', roles: [] })))).status).toBe(400);
    await owner.client.delete(`/api/organizations/current/roles/${staff.id}`);
    const { connection } = (await owner.client.get(path)).body;
    expect(connection.groupRoles.flatMap(({ roles }: { roles: string[] }) => roles)).not.toContain(staff.key);
    expect((await bad([])).body.connection.groupRoles).toEqual([]);
  });

  test('give the roles of the groups sent at each sign-in; overage leaves them', async () => {
    const { staff, boss, signIn, id, connectionId } = await scene();
    const client = await signIn(['staff']);
    expect(await heldBy(client)).toMatchObject({ roles: [staff.key], permissions: ['reports:read'] });
    expect(await heldBy(await signIn('boss'))).toMatchObject({ roles: [boss.key, staff.key].sort() });
    expect(await heldBy(client)).toMatchObject({ permissions: names });
    world.idp.forgery.alter = (claims) => ({ ...claims, _claim_names: { groups: 'src1' } });
    expect(await heldBy(await signIn())).toMatchObject({ permissions: names });
    delete world.idp.forgery.alter;
    expect(await heldBy(await signIn(['Staff']))).toMatchObject(none);
    const told = (await world.service.audit()).filter(
      ({ action, metadata }) =>
        action === 'ORG_MEMBER_ROLES_CHANGED' && metadata.connectionId === connectionId,
    );
    expect(told.map(({ metadata, organizationId }) => [organizationId, metadata.from, metadata.to])).toEqual([
      [id, [], [staff.key]],
      [id, [staff.key], [boss.key, staff.key].sort()],
      [id, [boss.key, staff.key].sort(), []],
    ]);
  });

  test('count while the connection is enabled, and end with the membership', async () => {
    const { staff, signIn, owner, connectionId, id } = await scene();
    const { service, change } = world;
    const { user } = (await (await signIn(['staff'])).get('/api/auth/me')).body;
    const own = await clientFor(service, user.id);
    expect(await heldBy(own)).toMatchObject({ roles: [staff.key] });
    const read = await owner.client.get(`/api/organizations/current/members/${user.id}/roles`);
    expect(read.body.roles).toEqual([{ key: staff.key, from: ['connection'] }]);
    await change(owner, connectionId, { enabled: false });
    expect(await heldBy(own)).toMatchObject(none);
    await change(owner, connectionId, { enabled: true });
    expect(await heldBy(own)).toMatchObject({ roles: [staff.key] });
    await owner.client.delete(`/api/organizations/current/members/${user.id}`);
    await joins(service, user.id, id);
    expect(await heldBy(await clientFor(service, user.id))).toMatchObject(none);
  });
});

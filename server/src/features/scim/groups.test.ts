import { started } from '@latchkey/server/testing/lifetime';
import { newMember, standingOf } from '@latchkey/server/testing/organizations';
import {
  mappingPath,
  newDirectory,
  patchGroup,
  patchPerson,
  refusalIn,
  scimPath,
} from '@latchkey/server/testing/scim';
import { startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let directory: Awaited<ReturnType<typeof newDirectory>>;
beforeAll(async () => {
  directory = await newDirectory(service);
});

const groups = `${scimPath}/Groups`;
const read = async (id: string) => (await directory.client.get(`${groups}/${id}`)).body;
const membersOf = async (id: string) =>
  (await read(id)).members.map(({ value }: { value: string }) => value).sort();
const add = (id: string, ...people: { id: string }[]) =>
  patchGroup(directory.client, id, {
    op: 'Add',
    path: 'members',
    value: people.map((each) => ({ value: each.id })),
  });
const remove = (id: string, person: { id: string }) =>
  patchGroup(directory.client, id, { op: 'remove', path: `members[value eq "${person.id}"]` });
const roleOf = async (person: { id: string }) => (await standingOf(service, person.id))?.organizationRole;
const map = (id: string, role: 'ADMIN' | null, client = directory.owner.client) =>
  client.patch(`${mappingPath}/${id}`, { role });

describe('groups', () => {
  test('are created, changed, listed and deleted', async () => {
    const { client, person } = directory;
    const [ada, grace] = [await person({ displayName: 'Ada' }), await person()];
    const made = await client.post(groups, {
      displayName: 'Engineers',
      externalId: 'g-1',
      members: [{ value: ada.id }],
    });
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(made.headers.get('location')).toBe(`http://latchkey.test${groups}/${id}`);
    expect(made.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Engineers',
      externalId: 'g-1',
      members: [
        {
          value: ada.id,
          display: 'Ada',
          type: 'User',
          $ref: `http://latchkey.test${scimPath}/Users/${ada.id}`,
        },
      ],
      meta: { resourceType: 'Group' },
    });
    const added = await add(id, grace);
    expect([added.status, added.text]).toEqual([204, '']);
    expect(await membersOf(id)).toEqual([ada.id, grace.id].sort());
    expect((await client.get(`${scimPath}/Users/${ada.id}`)).body.groups).toEqual([
      { value: id, display: 'Engineers', $ref: `http://latchkey.test${groups}/${id}` },
    ]);
    const renamed = await client.put(`${groups}/${id}`, {
      displayName: 'Builders',
      members: [{ value: grace.id }],
    });
    expect([renamed.status, renamed.body.displayName, renamed.body.externalId]).toEqual([
      200,
      'Builders',
      'g-1',
    ]);
    expect(await membersOf(id)).toEqual([grace.id]);
    const found = await client.get(
      `${groups}?filter=${encodeURIComponent('displayName eq "bUILDERS"')}&excludedAttributes=members`,
    );
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id, displayName: 'Builders' }] });
    expect(found.body.Resources[0]).not.toHaveProperty('members');
    const byExternal = await client.get(`${groups}?filter=${encodeURIComponent('externalId eq "g-1"')}`);
    expect(byExternal.body.Resources[0].members).toHaveLength(1);
    expect((await client.delete(`${groups}/${id}`)).status).toBe(204);
    expect((await client.get(`${groups}/${id}`)).status).toBe(404);
    const changes = (await service.audit())
      .filter(({ action, metadata }) => action === 'ORG_SCIM_GROUP_CHANGED' && metadata.groupId === id)
      .map(({ userId, metadata }) => [userId, metadata.change, metadata.via]);
    expect(changes).toEqual([
      [null, 'created', 'scim'],
      [null, 'updated', 'scim'],
      [null, 'updated', 'scim'],
      [null, 'deleted', 'scim'],
    ]);
  });

  test('have unique names and members within reach', async () => {
    const { client, group, person, id: organizationId } = directory;
    const one = await group('Unique');
    expect(refusalIn(await client.post(groups, { displayName: 'uNIQUE' }))).toEqual([409, 'uniqueness']);
    expect(refusalIn(await client.post(groups, {}))).toEqual([400, 'invalidValue']);
    const stranger = await newMember(service, organizationId, 'MEMBER');
    const foreign = await (await newDirectory(service)).person();
    const known = await person();
    for (const unknown of [stranger.id, foreign.id, 'nonsense'])
      expect(refusalIn(await add(one.id, known, { id: unknown }))).toEqual([400, 'invalidValue']);
    expect(await membersOf(one.id)).toEqual([]);
    // Removing someone who isn't in it, or nowhere, changes nothing.
    for (const id of [known.id, 'nonsense']) expect((await remove(one.id, { id })).status).toBe(204);
    await add(one.id, known);
    expect((await patchGroup(client, one.id, { op: 'remove', path: 'members' })).status).toBe(204);
    expect(await membersOf(one.id)).toEqual([]);
  });
});

describe('a mapped group', () => {
  test('makes its members ADMIN while they are in one', async () => {
    const { person, group, owner } = directory;
    const [ada, grace] = [await person(), await person()];
    const [admins, others] = [await group('Admins', [ada]), await group('Others', [ada])];
    expect(await roleOf(ada)).toBe('MEMBER');
    const mapped = await map(admins.id, 'ADMIN');
    expect(mapped.body).toEqual({
      group: { id: admins.id, displayName: 'Admins', memberCount: 1, role: 'ADMIN', roles: [] },
    });
    expect(await roleOf(ada)).toBe('ADMIN');
    const listed = (await owner.client.get(mappingPath)).body.groups;
    expect(listed).toContainEqual({
      id: others.id,
      displayName: 'Others',
      memberCount: 1,
      role: null,
      roles: [],
    });
    await add(admins.id, grace);
    expect(await roleOf(grace)).toBe('ADMIN');
    await map(others.id, 'ADMIN');
    await remove(admins.id, ada);
    expect(await roleOf(ada)).toBe('ADMIN');
    await map(others.id, null);
    expect(await roleOf(ada)).toBe('MEMBER');
    await remove(admins.id, grace);
    expect(await roleOf(grace)).toBe('MEMBER');
    await add(admins.id, grace);
    await directory.client.delete(`${groups}/${admins.id}`);
    expect(await roleOf(grace)).toBe('MEMBER');
    const changed = (await service.audit()).filter(
      ({ action, metadata }) => action === 'ORG_MEMBER_ROLE_CHANGED' && metadata.targetUserId === grace.id,
    );
    expect(changed.map(({ userId, metadata }) => [userId, metadata.from, metadata.to])).toEqual([
      [null, 'MEMBER', 'ADMIN'],
      [null, 'ADMIN', 'MEMBER'],
      [null, 'MEMBER', 'ADMIN'],
      [null, 'ADMIN', 'MEMBER'],
    ]);
  });

  test('leaves OWNERs and ranks given by hand', async () => {
    const { member, person, group, owner } = directory;
    const [boss, admin, demoted] = [await member('OWNER'), await member('ADMIN'), await person()];
    const made = await group('By hand', [boss, admin, demoted]);
    await map(made.id, 'ADMIN');
    await owner.client.patch(`/api/organizations/current/members/${demoted.id}`, { role: 'MEMBER' });
    const another = await person();
    expect((await add(made.id, another)).status).toBe(204);
    expect(await Promise.all([boss, admin, demoted].map(roleOf))).toEqual(['OWNER', 'ADMIN', 'MEMBER']);
    await map(made.id, null);
    expect(await Promise.all([boss, admin, demoted].map(roleOf))).toEqual(['OWNER', 'ADMIN', 'MEMBER']);
  });

  test('gives its role back to a person who is MEMBER again', async () => {
    const { person, group, client } = directory;
    const made = await person();
    await map((await group('Returners', [made])).id, 'ADMIN');
    await patchPerson(client, made.id, { op: 'replace', path: 'active', value: false });
    await patchPerson(client, made.id, { op: 'replace', path: 'active', value: true });
    expect(await roleOf(made)).toBe('ADMIN');
  });

  test('is mapped by an OWNER of its organization only', async () => {
    const { group, id } = directory;
    const made = await group('Guarded');
    const admin = await newMember(service, id, 'ADMIN');
    const member = await newMember(service, id, 'MEMBER');
    const foreign = await newDirectory(service);
    expect((await admin.client.get(mappingPath)).status).toBe(200);
    expect((await member.client.get(mappingPath)).status).toBe(403);
    expect((await map(made.id, 'ADMIN', admin.client)).status).toBe(403);
    expect((await map(made.id, 'ADMIN', foreign.owner.client)).status).toBe(404);
    expect((await foreign.owner.client.get(mappingPath)).body).toEqual({ groups: [] });
    expect((await directory.owner.client.patch(`${mappingPath}/${made.id}`, { role: 'OWNER' })).status).toBe(
      400,
    );
    expect((await foreign.client.get(`${groups}/${made.id}`)).status).toBe(404);
  });
});

import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { joins, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { mappingPath, newDirectory, patchGroup, scimPath } from '@latchkey/server/testing/scim';
import { clientFor, newStaff, startService } from '@latchkey/server/testing/service';
import {
  callerVersions,
  dropTeamRoles,
  fillCatalog,
  giveTeamRoles,
  newTeamRole,
  writersOf,
} from '@latchkey/server/testing/team-roles';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const service = started(startService);
const otherNode = started(() => startService({ database: service.database, clock: service.clock }));

const own = '/api/organizations/current/roles';
const templates = '/api/admin/organization-roles';
const names = ['invoices:read', 'reports:read'];

type Member = Awaited<ReturnType<typeof newMember>>;
let admin: Awaited<ReturnType<typeof newStaff>>;
/** An organization with a directory, and one of its people, who holds a role of each kind. */
let here: Awaited<ReturnType<typeof newDirectory>>;
let person: { id: string };
let roleId: string;
let groupId: string;
/** Someone elsewhere, with every kind of credential. */
let away: Awaited<ReturnType<typeof newOrganization>>;
let stranger: Member;

beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
  away = await newOrganization(service);
  stranger = await newMember(service, away.id, 'MEMBER');
  await newKey(stranger.client);
});
beforeEach(async () => {
  await dropTeamRoles(service);
  await fillCatalog(service, names);
  here = await newDirectory(service);
  person = await here.person();
  const role = await newTeamRole(service, here.id, { key: 'org-reads', permissions: ['reports:read'] });
  roleId = role.id;
  await giveTeamRoles(service, person.id, here.id, [role]);
  const members = [{ value: person.id }];
  groupId = (await here.client.post(`${scimPath}/Groups`, { displayName: 'Staff', members })).body.id;
});

const permissionsOf = async (client: Member['client']) =>
  (await client.get('/api/auth/me')).body.organization.permissions;

const make = (body: object) => here.owner.client.post(own, { name: 'x', ...body });
const change = (body: object) => here.owner.client.patch(`${own}/${roleId}`, body);
const map = (roles: string[]) => here.owner.client.patch(`${mappingPath}/${groupId}`, { roles });

const putFewer = () =>
  admin.client.put('/api/admin/organization-permissions', { permissions: [{ name: 'invoices:read' }] });

const both = ['invoices:read', 'reports:read'];
const changes: [string, () => Promise<{ status: number }>, string[]][] = [
  ['a new default', () => make({ key: 'org-all', permissions: ['invoices:read'], isDefault: true }), both],
  ['what a role permits', () => change({ permissions: ['invoices:read'] }), ['invoices:read']],
  ['a role that becomes a default', () => change({ isDefault: true }), ['reports:read']],
  ['a role that is deleted', () => here.owner.client.delete(`${own}/${roleId}`), []],
  [
    'roles given',
    () => here.owner.client.put(`/api/organizations/current/members/${person.id}/roles`, { roles: [] }),
    [],
  ],
  [
    'a group that gives a role',
    async () => {
      await make({ key: 'org-group', permissions: ['invoices:read'] });
      return map(['org-group']);
    },
    both,
  ],
  [
    'someone who leaves such a group',
    async () => {
      await make({ key: 'org-group', permissions: ['invoices:read'] });
      await map(['org-group']);
      return patchGroup(here.client, groupId, { op: 'remove', path: `members[value eq "${person.id}"]` });
    },
    ['reports:read'],
  ],
  [
    'such a group that is deleted',
    async () => {
      await make({ key: 'org-group', permissions: ['invoices:read'] });
      await map(['org-group']);
      return here.client.delete(`${scimPath}/Groups/${groupId}`);
    },
    ['reports:read'],
  ],
];

describe("an organization's own change", () => {
  test.each(changes)(
    '%s counts at the next request on every node, and no one elsewhere is read again',
    async (_what, act, expected) => {
      const clients = [await clientFor(service, person.id), await clientFor(otherNode, person.id)];
      for (const client of [...clients, ...clients]) await permissionsOf(client);
      const before = await callerVersions(service, stranger.id, away.id);
      expect(before).toHaveLength(5);
      expect((await act()).status).toBeLessThan(300);
      for (const client of clients) expect(await permissionsOf(client)).toEqual(expected);
      expect(await callerVersions(service, stranger.id, away.id)).toEqual(before);
    },
  );

  test('leaves its own members in their other organizations as they were', async () => {
    await joins(service, stranger.id, here.id);
    const [there, elsewhere] = [
      await callerVersions(service, stranger.id, here.id),
      await callerVersions(service, stranger.id, away.id),
    ];
    await change({ permissions: [] });
    expect(await callerVersions(service, stranger.id, away.id)).toEqual(elsewhere);
    expect(await callerVersions(service, stranger.id, here.id)).not.toEqual(there);
  });

  test('of a name or a description has no one read again', async () => {
    const before = await callerVersions(service, person.id, here.id);
    expect((await change({ name: 'Other', description: 'Other' })).status).toBe(200);
    expect(await callerVersions(service, person.id, here.id)).toEqual(before);
  });

  test('of many of its people at once, beside changes of others, never blocks or is lost', async () => {
    const client = await clientFor(otherNode, person.id);
    const other = await newTeamRole(service, away.id, { permissions: ['reports:read'] });
    await permissionsOf(client);
    for (let round = 0; round < 4; round++) {
      const permissions = round % 2 ? both : [];
      const answers = await Promise.all([
        change({ permissions }),
        away.owner.client.patch(`${own}/${other.id}`, { permissions }),
        here.owner.client.patch(`/api/organizations/current`, { name: `Round ${round}` }),
        patchGroup(here.client, groupId, { op: 'add', path: 'members', value: [{ value: person.id }] }),
        map(round % 2 ? ['org-reads'] : []),
        admin.client.put('/api/admin/organization-permissions', {
          permissions: [...names, `round:r${round}`].map((name) => ({ name })),
        }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(
        answers.map(() => expect.toSatisfy((s) => s < 300)),
      );
      expect(await permissionsOf(client)).toEqual(permissions);
    }
  });
});

describe('a change that concerns everyone', () => {
  test.each([
    [
      'a template',
      (id: string) => admin.client.patch(`${templates}/${id}`, { permissions: ['invoices:read'] }),
    ],
    ['a template that is deleted', (id: string) => admin.client.delete(`${templates}/${id}`)],
    ['the catalog', putFewer],
  ])('%s has everyone read again', async (_what, act) => {
    const { id } = await newTeamRole(service, null, { permissions: ['reports:read'], isDefault: true });
    const before = await callerVersions(service, stranger.id, away.id);
    expect((await act(id)).status).toBe(200);
    const after = await callerVersions(service, stranger.id, away.id);
    expect(after.filter((version, at) => version === before[at])).toEqual([]);
  });

  test.each([
    ['the catalog', putFewer],
    ['a template', (id: string) => admin.client.patch(`${templates}/${id}`, { permissions: [] })],
  ])('%s is written once, however many people and organizations hold roles', async (_what, act) => {
    const template = await newTeamRole(service, null, { permissions: ['reports:read'] });
    const role = await newTeamRole(service, away.id, { permissions: ['invoices:read'] });
    await giveTeamRoles(service, stranger.id, away.id, [template, role]);
    await giveTeamRoles(service, person.id, here.id, [template]);
    const before = await writersOf(service);
    expect((await act(template.id)).status).toBe(200);
    expect(await writersOf(service)).toEqual(before);
    expect(await permissionsOf(stranger.client)).toEqual(['invoices:read']);
    expect(await permissionsOf(await clientFor(otherNode, person.id))).toEqual([]);
  });
});

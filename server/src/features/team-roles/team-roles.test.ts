import type { Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { newHolder, newRole } from '@latchkey/server/testing/roles';
import { clientFor, newStaff, startService } from '@latchkey/server/testing/service';
import { dropTeamRoles, fillCatalog, newTeamRole } from '@latchkey/server/testing/team-roles';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const service = started(startService);
const otherNode = started(() => startService({ database: service.database, clock: service.clock }));

const catalogPath = '/api/admin/organization-permissions';
const templates = '/api/admin/organization-roles';
const own = '/api/organizations/current/roles';

let admin: Awaited<ReturnType<typeof newStaff>>;
let home: Awaited<ReturnType<typeof newOrganization>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});
beforeEach(async () => {
  await dropTeamRoles(service);
  await fillCatalog(service, ['invoices:read', 'invoices:refund', 'reports:read']);
  home = await newOrganization(service);
});

const put = (permissions: unknown, client = admin.client) => client.put(catalogPath, { permissions });
const named = (...names: string[]) => names.map((name) => ({ name, description: '' }));
const catalog = async () => (await admin.client.get(catalogPath)).body.permissions;
const codeOf = ({ status, body }: Answer) => [status, body?.error?.code];
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((each) => each.status === status).length;
const entries = async (email: string, action: string) =>
  (await service.audit(email)).filter((entry) => entry.action === action);
const elsewhere = (person: { id: string }) => clientFor(otherNode, person.id);

/** The scopes of the same routes: who may write, and how keys begin. */
const scopes = [
  ['templates', templates, '', () => admin.client, 'ADMIN_ORGANIZATION_ROLE', () => admin.email],
  ['own roles', own, 'org-', () => home.owner.client, 'ORG_ROLE', () => home.owner.email],
] as const;

describe('the catalog', () => {
  test('is replaced whole, and shown sorted', async () => {
    const answer = await put([
      { name: 'b:x', description: 'Second' },
      { name: 'a:x', description: 'First' },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      permissions: [
        { name: 'a:x', description: 'First' },
        { name: 'b:x', description: 'Second' },
      ],
    });
    expect(await catalog()).toEqual(answer.body.permissions);
  });

  test('records what was added and removed, and nothing where nothing changed', async () => {
    const before = await entries(admin.email, 'ADMIN_ORGANIZATION_PERMISSIONS_CHANGED');
    await put(named('invoices:read', 'orders:read'));
    await put(named('orders:read', 'invoices:read'));
    const after = await entries(admin.email, 'ADMIN_ORGANIZATION_PERMISSIONS_CHANGED');
    expect(after).toHaveLength(before.length + 1);
    const metadata = { added: ['orders:read'], removed: ['invoices:refund', 'reports:read'] };
    expect(after.map((entry) => entry.metadata)).toContainEqual(metadata);
  });

  test.each([
    ['a name twice', named('a:x', 'a:x')],
    ['a name without a verb', named('invoices')],
    ['a name in capitals', named('Invoices:read')],
    ['our own area', named('latchkey:read')],
    ['a permission of the service', named('users:read')],
    ['an area of the service', named('roles:anything')],
    ['a long description', [{ name: 'a:x', description: 'x'.repeat(501) }]],
    ['more than 500', Array.from({ length: 501 }, (_, n) => ({ name: `a:p${n}`, description: '' }))],
    ['no list', null],
  ])('refuses %s', async (_what, permissions) => {
    const before = await catalog();
    expect(codeOf(await put(permissions))).toEqual([400, 'VALIDATION_FAILED']);
    expect(await catalog()).toEqual(before);
  });

  test('takes 500 permissions, and a body beyond 64 KiB, up to 256 KiB', async () => {
    const many = (length: number) =>
      Array.from({ length: 500 }, (_, n) => ({ name: `area:p${n}`, description: 'x'.repeat(length) }));
    expect((await put(many(250))).body.permissions).toHaveLength(500);
    expect((await put(many(500))).status).toBe(413);
  });

  test('a name left out leaves every role, of the service and of organizations', async () => {
    const permissions = ['invoices:read', 'invoices:refund'];
    const [template, role] = [
      await newTeamRole(service, null, { permissions }),
      await newTeamRole(service, home.id, { permissions }),
    ];
    await put(named('invoices:read'));
    expect((await admin.client.get(`${templates}/${template.id}`)).body.role.permissions).toEqual([
      'invoices:read',
    ]);
    expect((await home.owner.client.get(`${own}/${role.id}`)).body.role.permissions).toEqual([
      'invoices:read',
    ]);
  });

  test('of two PUTs at once, one stands whole, and no role lists a name that is gone', async () => {
    const nodes = [admin.client, await elsewhere(admin)];
    for (let nth = 0; nth < 4; nth++) {
      await fillCatalog(service, ['a:one', 'a:two', 'b:one', 'b:two']);
      const { id } = await newTeamRole(service, home.id, { permissions: ['a:one', 'b:one'] });
      const [first, second] = [named('a:one', 'a:two'), named('b:one', 'b:two')];
      const answers = await Promise.all([
        put(first, nodes[0]),
        put(second, nodes[1]),
        home.owner.client.patch(`${own}/${id}`, { permissions: ['a:two', 'b:two'] }),
        home.owner.client.post(own, { key: `org-race${nth}`, name: 'Race', permissions: ['a:one'] }),
      ]);
      expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
      const left: { name: string }[] = await catalog();
      expect([first, second]).toContainEqual(left);
      const names = left.map(({ name }) => name);
      for (const role of (await home.owner.client.get(own)).body.roles)
        expect(names).toEqual(expect.arrayContaining(role.permissions));
    }
  });

  test('refuses names that a role of the service lists, and says which', async () => {
    await newRole(service, ['billing:read', 'billing:pay']);
    const answer = await put(named('billing:pay', 'billing:void', 'billing:read'));
    expect(codeOf(answer)).toEqual([409, 'PERMISSION_NAME_TAKEN']);
    expect(answer.body.error.details).toEqual({ permissions: ['billing:pay', 'billing:read'] });
  });

  test('keeps its names from the roles of the service, new and changed', async () => {
    const body = { name: 'ROLE_BILLING', permissions: ['reports:write', 'invoices:refund'] };
    const made = await admin.client.post('/api/admin/roles', body);
    expect(codeOf(made)).toEqual([409, 'PERMISSION_NAME_TAKEN']);
    expect(made.body.error.details).toEqual({ permissions: ['invoices:refund'] });
    const { id } = await newRole(service, ['reports:write']);
    const permissions = ['invoices:read'];
    const changed = await admin.client.patch(`/api/admin/roles/${id}`, { permissions });
    expect(codeOf(changed)).toEqual([409, 'PERMISSION_NAME_TAKEN']);
  });

  test('a role of the service that lists a name at the same moment and the catalog: one loses', async () => {
    const other = await elsewhere(admin);
    for (let nth = 0; nth < 4; nth++) {
      const name = `race${nth}:go`;
      const answers = await Promise.all([
        put(named(name)),
        other.post('/api/admin/roles', { name: `ROLE_RACE_${nth}`, permissions: [name] }),
      ]);
      expect(countOf(answers, 409)).toBe(1);
    }
  });

  test.each(['GET', 'PUT'])('%s needs users:read as well', async (method) => {
    const helpdesk = await newHolder(service, ['roles:read', 'roles:write']);
    const staff = await newHolder(service, ['roles:read', 'roles:write', 'users:read']);
    const send = ({ client }: Person) => client.send(method, catalogPath, { body: { permissions: [] } });
    expect(codeOf(await send(helpdesk))).toEqual([403, 'PERMISSION_DENIED']);
    expect((await send(staff)).status).toBe(200);
  });
});

test.each([
  ['GET', templates],
  ['POST', templates],
  ['GET', `${templates}/:id`],
  ['PATCH', `${templates}/:id`],
  ['DELETE', `${templates}/:id`],
])('%s %s is closed to a helpdesk without users:read', async (method, path) => {
  const { id } = await newTeamRole(service, null);
  const helpdesk = await newHolder(service, ['roles:read', 'roles:write'], { rank: 'OWNER' });
  const answer = await helpdesk.client.send(method, path.replace(':id', id), {
    body: { key: 'support', name: 'x' },
  });
  expect(codeOf(answer)).toEqual([403, 'PERMISSION_DENIED']);
});

describe.each(scopes)('%s', (_name, path, prefix, clientOf, action, emailOf) => {
  const create = (body: object, client: Client = clientOf()) => client.post(path, body);

  test('are created with what was sent, shown, changed and deleted, each recorded', async () => {
    const permissions = ['invoices:refund', 'invoices:read', 'invoices:read'];
    const made = await create({ key: `${prefix}billing`, name: ' Billing ', permissions, isDefault: true });
    expect(made.status).toBe(201);
    const { role } = made.body;
    expect(role).toEqual({
      id: expect.any(String),
      key: `${prefix}billing`,
      name: 'Billing',
      description: '',
      permissions: ['invoices:read', 'invoices:refund'],
      isDefault: true,
      source: prefix ? 'organization' : 'service',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const one = `${path}/${role.id}`;
    expect((await clientOf().get(one)).body).toEqual({ role });
    const listed = (await clientOf().get(path)).body;
    expect(listed.roles).toEqual([role]);
    expect(Object.keys(listed).sort()).toEqual(prefix ? ['permissions', 'roles'] : ['roles']);
    const change = { key: 'ignored', description: 'Pays', permissions: ['reports:read'], isDefault: false };
    const changed = (await clientOf().patch(one, change)).body.role;
    expect(changed).toMatchObject({ ...change, key: role.key, name: 'Billing' });
    await clientOf().patch(one, { permissions: ['reports:read'], name: 'Billing' });
    expect((await clientOf().delete(one)).body).toEqual({ message: expect.any(String) });
    expect(codeOf(await clientOf().get(one))).toEqual([404, 'NOT_FOUND']);
    const actions = (await service.audit(emailOf())).filter((entry) => entry.metadata.roleId === role.id);
    expect(actions.map((entry) => entry.action).sort()).toEqual(
      [`${action}_CREATED`, `${action}_DELETED`, `${action}_UPDATED`].sort(),
    );
  });

  test.each([
    ['no key', { name: 'x' }],
    ['no name', { key: 'ok' }],
    ['a key in capitals', { key: 'Billing', name: 'x' }],
    ['a key of one letter', { key: 'b', name: 'x' }],
    ['a key of 51 characters', { key: 'b'.repeat(51), name: 'x' }],
    ['the prefix of the others', { key: 'other', name: 'x' }],
    ['a permission outside the catalog', { key: 'ok', name: 'x', permissions: ['invoices:void'] }],
    ['a permission of ours', { key: 'ok', name: 'x', permissions: ['users:read'] }],
    ['an empty name', { key: 'ok', name: ' ' }],
    ['a name of 101 characters', { key: 'ok', name: 'x'.repeat(101) }],
    ['a description of 501 characters', { key: 'ok', name: 'x', description: 'x'.repeat(501) }],
  ])('refuse %s', async (what, { key, ...body }: { key?: string; name?: string; permissions?: string[] }) => {
    // Keys of the other scope begin otherwise.
    const [usual, others] = [prefix, prefix ? '' : 'org-'];
    const whole = key === 'ok' ? `${usual}ok` : what.startsWith('the prefix') ? `${others}${key}` : key;
    expect(codeOf(await create({ ...body, ...(whole && { key: whole }) }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
  });

  /** Someone else who may, on the other node: one person's requests take turns anyway. */
  const someoneElse = async () => {
    const other = prefix ? await newMember(service, home.id, 'OWNER') : await newStaff(service, 'ADMIN');
    return elsewhere(other);
  };

  test('a key is taken once, also by two at the same moment', async () => {
    const there = await someoneElse();
    for (let nth = 0; nth < 6; nth++) {
      const body = { key: `${prefix}same${nth}`, name: 'Same' };
      const answers = await Promise.all([create(body), create(body, there), create(body)]);
      expect(answers.map(codeOf).sort()).toEqual([
        [201, undefined],
        [409, 'ROLE_KEY_TAKEN'],
        [409, 'ROLE_KEY_TAKEN'],
      ]);
    }
  });

  test('are at most 50, also in parallel', async () => {
    const owner = prefix ? home.id : null;
    for (let nth = 0; nth < 48; nth++) await newTeamRole(service, owner);
    const other = await someoneElse();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((nth) =>
        create({ key: `${prefix}more${nth}`, name: 'x' }, nth % 2 ? other : clientOf()),
      ),
    );
    expect(answers.map(codeOf).sort()).toEqual([
      [201, undefined],
      [201, undefined],
      [400, 'ROLE_LIMIT_REACHED'],
      [400, 'ROLE_LIMIT_REACHED'],
    ]);
  });
});

describe('below current', () => {
  test('templates are listed and read, but neither changed nor deleted', async () => {
    const { id, key } = await newTeamRole(service, null);
    const { client } = home.owner;
    const { roles, permissions } = (await client.get(own)).body;
    expect(roles).toMatchObject([{ id, key, source: 'service' }]);
    expect(permissions).toEqual(named('invoices:read', 'invoices:refund', 'reports:read'));
    expect((await client.get(`${own}/${id}`)).body.role).toMatchObject({ key });
    expect(codeOf(await client.patch(`${own}/${id}`, { name: 'Mine' }))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await client.delete(`${own}/${id}`))).toEqual([404, 'NOT_FOUND']);
  });

  test("another organization's are 404, and its keys are free", async () => {
    const other = await newOrganization(service);
    const { id, key } = await newTeamRole(service, other.id, { key: 'org-billing' });
    const { client } = home.owner;
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(codeOf(await client.send(method, `${own}/${id}`, { body: {} }))).toEqual([404, 'NOT_FOUND']);
    expect((await client.get(own)).body.roles).toEqual([]);
    expect((await client.post(own, { key, name: 'Ours' })).status).toBe(201);
    // Nor through the routes of the service.
    expect(codeOf(await admin.client.get(`${templates}/${id}`))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await admin.client.delete(`${templates}/${id}`))).toEqual([404, 'NOT_FOUND']);
  });

  test('an ADMIN reads, an OWNER changes, a MEMBER does neither', async () => {
    const { id } = await newTeamRole(service, home.id);
    const [organizationAdmin, member] = [
      await newMember(service, home.id, 'ADMIN'),
      await newMember(service, home.id, 'MEMBER'),
    ];
    expect((await organizationAdmin.client.get(own)).status).toBe(200);
    expect(codeOf(await organizationAdmin.client.patch(`${own}/${id}`, {}))).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    expect(codeOf(await member.client.get(own))).toEqual([403, 'PERMISSION_DENIED']);
  });

  test('ALLOW_ORGANIZATION_ROLES=false stops creating and changing, and leaves what exists', async () => {
    const strict = await startService({
      database: service.database,
      clock: service.clock,
      env: { ALLOW_ORGANIZATION_ROLES: 'false' },
    });
    const { id, key } = await newTeamRole(service, home.id, { permissions: ['reports:read'] });
    const client = await clientFor(strict, home.owner.id);
    const member = await newMember(service, home.id, 'MEMBER');
    const given = await client.put(`/api/organizations/current/members/${member.id}/roles`, { roles: [key] });
    expect(given.body.member.roles).toEqual([key]);
    const { organization } = (await (await clientFor(strict, member.id)).get('/api/auth/me')).body;
    expect(organization.permissions).toEqual(['reports:read']);
    expect(codeOf(await client.post(own, { key: 'org-x1', name: 'x' }))).toEqual([403, 'PERMISSION_DENIED']);
    expect(codeOf(await client.patch(`${own}/${id}`, { name: 'x' }))).toEqual([403, 'PERMISSION_DENIED']);
    expect((await client.get(own)).body.roles).toHaveLength(1);
    expect((await client.delete(`${own}/${id}`)).status).toBe(200);
    const boss = await clientFor(strict, admin.id);
    expect((await boss.post(templates, { key: 'support', name: 'x' })).status).toBe(201);
  });
});

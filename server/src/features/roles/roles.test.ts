import { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newLoner } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { giveRole, setTwoFactor } from '@latchkey/server/testing/standing';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

type Role = { id: string; name: string; userCount: number };
let named = 0;
const roleName = () => `ROLE_TEST_${++named}`;
const create = (body: Record<string, unknown>, client = admin.client) =>
  client.post('/api/admin/roles', body);
async function newRole(body: Record<string, unknown> = {}): Promise<Role> {
  const answer = await create({ name: roleName(), ...body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.role;
}
const change = (id: string, body: Record<string, unknown>) =>
  admin.client.patch(`/api/admin/roles/${id}`, body);
const show = async (id: string) => (await admin.client.get(`/api/admin/roles/${id}`)).body.role;
const systemRole = async (name: string): Promise<Role> =>
  (await admin.client.get('/api/admin/roles')).body.roles.find((role: Role) => role.name === name);
const entriesOf = async (roleId: string) =>
  (await service.audit(admin.email)).filter(({ metadata }) => metadata.roleId === roleId);

describe('the system roles', () => {
  test('are listed first, each inheriting from the one before', async () => {
    const { roles } = (await admin.client.get('/api/admin/roles')).body;
    const [user, moderator, boss] = roles;
    expect(user).toMatchObject({
      name: 'ROLE_USER',
      parentId: null,
      isSystem: true,
      permissions: [],
      inheritedPermissions: [],
    });
    expect(moderator).toMatchObject({
      name: 'ROLE_MODERATOR',
      parentId: user.id,
      isSystem: true,
      permissions: ['users:list'],
      inheritedPermissions: [],
    });
    expect(boss).toMatchObject({
      name: 'ROLE_ADMIN',
      parentId: moderator.id,
      isSystem: true,
      inheritedPermissions: ['users:list'],
    });
    expect(boss.permissions).toContain('roles:write');
    expect(Object.keys(boss).sort()).toEqual(
      [
        ...['id', 'name', 'description', 'parentId', 'isSystem', 'permissions', 'inheritedPermissions'],
        ...['userCount', 'createdAt', 'updatedAt'],
      ].sort(),
    );
  });

  test('count users who hold them as User.role or as an additional role, each user once', async () => {
    const before = await systemRole('ROLE_MODERATOR');
    const users = (await systemRole('ROLE_USER')).userCount;
    const [both, further] = [await newStaff(service, 'MODERATOR'), await newUser(service)];
    for (const { id } of [both, further]) await giveRole(service, id, before.id);
    expect((await systemRole('ROLE_MODERATOR')).userCount).toBe(before.userCount + 2);
    expect((await systemRole('ROLE_USER')).userCount).toBe(users + 1);
  });

  test.each([
    { name: 'ROLE_CHIEF' },
    { permissions: [] },
    { permissions: ['users:list', 'roles:write'] },
    { parentId: null },
    { description: 'x', name: 'ROLE_OTHER' },
  ])('refuse %j with 403 and stay unchanged', async (body) => {
    const before = await systemRole('ROLE_MODERATOR');
    const answer = await change(before.id, body);
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('SYSTEM_ROLE');
    expect(await systemRole('ROLE_MODERATOR')).toEqual(before);
  });

  test('accept a new description along with their current values', async () => {
    const { id, ...same } = await show((await systemRole('ROLE_USER')).id);
    const answer = await change(id, { ...same, description: 'Everybody.' });
    expect(answer.status).toBe(200);
    expect(answer.body.role).toMatchObject({ name: 'ROLE_USER', description: 'Everybody.' });
  });

  test('cannot be deleted', async () => {
    for (const name of ['ROLE_USER', 'ROLE_MODERATOR', 'ROLE_ADMIN']) {
      const answer = await admin.client.delete(`/api/admin/roles/${(await systemRole(name)).id}`);
      expect(answer.status).toBe(403);
      expect(answer.body.error.code).toBe('SYSTEM_ROLE');
    }
  });
});

describe('creating a role', () => {
  test('responds 201 with the role and is recorded', async () => {
    const parent = await newRole({ permissions: ['billing:read'] });
    const name = roleName();
    const answer = await create({
      name,
      description: '  Looks after invoices. ',
      parentId: parent.id,
      permissions: ['billing:write', 'users:list', 'billing:write'],
      isSystem: true,
      id: uuidv7(),
    });
    expect(answer.status).toBe(201);
    const { role } = answer.body;
    expect(role).toMatchObject({
      name,
      description: 'Looks after invoices.',
      parentId: parent.id,
      isSystem: false,
      permissions: ['billing:write', 'users:list'],
      inheritedPermissions: ['billing:read'],
      userCount: 0,
    });
    expect(await show(role.id)).toEqual(role);
    const [entry] = await entriesOf(role.id);
    expect(entry).toMatchObject({
      action: 'ADMIN_ROLE_CREATED',
      category: 'admin',
      userId: admin.id,
      metadata: { name, parentId: parent.id, permissions: ['billing:write', 'users:list'] },
    });
  });

  test('needs only a name', async () => {
    const role = await newRole();
    expect(role).toMatchObject({
      description: '',
      parentId: null,
      permissions: [],
      inheritedPermissions: [],
    });
  });

  test.each(['ROLE_AB', 'ROLE_A1', 'ROLE_A_', `ROLE_${'X'.repeat(95)}`])(
    'accepts the name %s',
    async (name) => {
      expect((await create({ name })).status).toBe(201);
    },
  );

  test.each([
    'ROLE_A',
    'ROLE_',
    'ROLE_1A',
    'ROLE__A',
    'ROLE_ab',
    'role_AB',
    'SUPPORT',
    'ROLE_A-B',
    'ROLE_A B',
    ' ROLE_AB',
    'ROLE_AB ',
    'ROLE_AB\n',
    'XROLE_AB',
    'ROLE_ÄB',
    `ROLE_${'X'.repeat(96)}`,
    '',
    7,
    undefined,
  ])('refuses the name %j with 400', async (name) => {
    const answer = await create({ name });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.name).toHaveLength(1);
  });

  test('refuses a taken name with 409', async () => {
    const { name } = await newRole();
    const answer = await create({ name });
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('ROLE_NAME_TAKEN');
    expect((await create({ name: 'ROLE_ADMIN' })).status).toBe(409);
  });

  test.each([
    ['an unknown parent', { parentId: uuidv7() }, 'parentId'],
    ['a parent that is not an ID', { parentId: 'ROLE_USER' }, 'parentId'],
    ['a permission without a verb', { permissions: ['users'] }, 'permissions'],
    ['a permission with capital letters', { permissions: ['Users:Read'] }, 'permissions'],
    ['a permission with a wildcard', { permissions: ['users:*'] }, 'permissions'],
    ['permissions that are not a list', { permissions: 'users:read' }, 'permissions'],
    ['101 permissions', { permissions: Array(101).fill('a:b') }, 'permissions'],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, 'description'],
  ])('refuses %s with 400 and names the field', async (_what, body, field) => {
    const answer = await create({ name: roleName(), ...body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.details)).toEqual([field]);
  });

  test('twenty times at once with one name makes one role', async () => {
    const name = roleName();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });
});

describe('changing a role', () => {
  test('leaves omitted fields alone, and records what changed', async () => {
    const role = await newRole({ description: 'Before', permissions: ['a:b'] });
    const name = roleName();
    const answer = await change(role.id, { name, description: null });
    expect(answer.status).toBe(200);
    expect(answer.body.role).toMatchObject({ id: role.id, name, description: '', permissions: ['a:b'] });
    const entry = (await entriesOf(role.id)).at(-1);
    expect(entry).toMatchObject({ action: 'ADMIN_ROLE_UPDATED', userId: admin.id });
    expect(entry?.metadata.changes).toEqual({
      name: { from: role.name, to: name },
      description: { from: 'Before', to: '' },
    });
  });

  test('to its current values records nothing', async () => {
    const role = await newRole();
    expect((await change(role.id, { ...role })).body.role).toEqual(role);
    expect(await entriesOf(role.id)).toHaveLength(1);
  });

  test('to a taken or invalid name or an unknown parent is refused', async () => {
    const [role, other] = [await newRole(), await newRole()];
    expect((await change(role.id, { name: other.name })).body.error.code).toBe('ROLE_NAME_TAKEN');
    expect((await change(role.id, { name: 'support' })).status).toBe(400);
    expect((await change(role.id, { name: null })).status).toBe(400);
    const unknown = await change(role.id, { parentId: uuidv7() });
    expect(unknown.body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { parentId: [expect.any(String)] },
    });
    expect(await show(role.id)).toEqual(role);
  });

  test('changes what its descendants inherit, at any depth', async () => {
    const top = await newRole({ permissions: ['deep:top'] });
    let parentId = top.id;
    for (let depth = 0; depth < 10; depth++) parentId = (await newRole({ parentId })).id;
    expect(await show(parentId)).toMatchObject({ permissions: [], inheritedPermissions: ['deep:top'] });
    await change(top.id, { permissions: ['deep:other', 'deep:top'] });
    expect(await show(parentId)).toMatchObject({ inheritedPermissions: ['deep:other', 'deep:top'] });
    await change(parentId, { parentId: null });
    expect(await show(parentId)).toMatchObject({ parentId: null, inheritedPermissions: [] });
  });

  test('to inherit from itself or a descendant is refused with 400', async () => {
    const top = await newRole();
    const middle = await newRole({ parentId: top.id });
    const bottom = await newRole({ parentId: middle.id });
    for (const parentId of [top.id, middle.id, bottom.id]) {
      const answer = await change(top.id, { parentId });
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('ROLE_CYCLE');
    }
    expect(await show(top.id)).toMatchObject({ parentId: null });
  });

  test('concurrently on two nodes cannot create a cycle', async () => {
    const node = await startService({ database: service.database });
    const elsewhere = new Client(node.url);
    for (const [name, value] of admin.client.cookies) elsewhere.cookies.set(name, value);
    const [one, two, three] = [await newRole(), await newRole(), await newRole()];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        change(one.id, { parentId: two.id }),
        elsewhere.patch(`/api/admin/roles/${two.id}`, { parentId: three.id }),
        change(three.id, { parentId: one.id }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
      for (const { id } of [one, two, three]) await change(id, { parentId: null });
    }
  });
});

describe('deleting a role', () => {
  test('responds 200 and is recorded, and the role is 404 from then on', async () => {
    const role = await newRole();
    const answer = await admin.client.delete(`/api/admin/roles/${role.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: expect.any(String) });
    expect((await entriesOf(role.id)).at(-1)).toMatchObject({
      action: 'ADMIN_ROLE_DELETED',
      metadata: { name: role.name },
    });
    for (const gone of [role.id, uuidv7(), 'nonsense']) {
      expect((await admin.client.delete(`/api/admin/roles/${gone}`)).status).toBe(404);
      expect((await admin.client.get(`/api/admin/roles/${gone}`)).status).toBe(404);
      expect((await admin.client.patch(`/api/admin/roles/${gone}`, {})).status).toBe(404);
    }
  });

  test('that is held or inherited from is refused with 409', async () => {
    const [held, parent] = [await newRole(), await newRole()];
    const child = await newRole({ parentId: parent.id });
    const user = await newUser(service);
    await admin.client.put(`/api/admin/users/${user.id}/roles`, { roles: [held.name] });
    for (const { id } of [held, parent]) {
      const answer = await admin.client.delete(`/api/admin/roles/${id}`);
      expect(answer.status).toBe(409);
      expect(answer.body.error.code).toBe('ROLE_IN_USE');
    }
    await admin.client.put(`/api/admin/users/${user.id}/roles`, { roles: [] });
    for (const { id } of [held, child, parent])
      expect((await admin.client.delete(`/api/admin/roles/${id}`)).status).toBe(200);
  });

  test('while it is being assigned or inherited either succeeds or is refused, without a server error', async () => {
    const user = await newLoner(service);
    for (let round = 0; round < 5; round++) {
      const role = await newRole();
      const [deleted, given, inherited] = await Promise.all([
        admin.client.delete(`/api/admin/roles/${role.id}`),
        admin.client.put(`/api/admin/users/${user.id}/roles`, { roles: [role.name] }),
        create({ name: roleName(), parentId: role.id }),
      ]);
      expect(`${deleted.status} ${given.status} ${inherited.status}`).toMatch(
        /^(200 400 400|409 .*(200|201).*)$/,
      );
      expect([given.status, inherited.status]).not.toContain(500);
    }
  });
});

describe('access to role routes', () => {
  test.each([
    ['GET', '/api/admin/roles', 200],
    ['POST', '/api/admin/roles', 400],
    ['GET', `/api/admin/roles/${uuidv7()}`, 404],
    ['PATCH', `/api/admin/roles/${uuidv7()}`, 404],
    ['DELETE', `/api/admin/roles/${uuidv7()}`, 404],
    ['GET', `/api/admin/users/${uuidv7()}/roles`, 404],
    ['PUT', `/api/admin/users/${uuidv7()}/roles`, 400],
  ])(
    '%s %s is for ADMINs with two-factor: not for USERs, MODERATORs, other ADMINs or anonymous requests',
    async (method, path, status) => {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      const [user, moderator] = [await newUser(service), await newStaff(service, 'MODERATOR')];
      for (const { client } of [user, moderator])
        expect((await client.send(method, path, body)).body.error.code).toBe('PERMISSION_DENIED');
      const bare = await newStaff(service, 'ADMIN', { twoFactor: false });
      expect((await bare.client.send(method, path, body)).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
      expect((await service.client().send(method, path, body)).status).toBe(401);
      // An ADMIN passes the guard, and gets the handler's own answer.
      expect((await admin.client.send(method, path, body)).status).toBe(status);
    },
  );
});

describe('a holder of roles:write who is not an ADMIN', () => {
  test('can hand out permissions they hold themselves, but cannot escalate', async () => {
    const clerk = await newUser(service);
    await setTwoFactor(service, clerk.id, true);
    const role = await newRole({ permissions: ['roles:read', 'roles:write', 'users:list', 'users:read'] });
    await admin.client.put(`/api/admin/users/${clerk.id}/roles`, { roles: [role.name] });
    const boss = await systemRole('ROLE_ADMIN');
    const attempts = [
      await create({ name: roleName(), permissions: ['users:delete'] }, clerk.client),
      await create({ name: roleName(), parentId: boss.id }, clerk.client),
      await clerk.client.patch(`/api/admin/roles/${role.id}`, { parentId: boss.id }),
      await clerk.client.patch(`/api/admin/roles/${role.id}`, { permissions: ['audit:read'] }),
      await clerk.client.patch(`/api/admin/roles/${boss.id}`, { description: 'Mine.' }),
      await clerk.client.put(`/api/admin/users/${clerk.id}/roles`, { roles: ['ROLE_ADMIN'] }),
      await clerk.client.put(`/api/admin/users/${admin.id}/roles`, { roles: [] }),
    ];
    for (const answer of attempts) expect(answer.body.error.code).toBe('PERMISSION_DENIED');
    const made = await create({ name: roleName(), permissions: ['shop:sell', 'users:list'] }, clerk.client);
    expect(made.status).toBe(201);
    const user = await newUser(service);
    const given = await clerk.client.put(`/api/admin/users/${user.id}/roles`, {
      roles: [made.body.role.name],
    });
    expect(given.status).toBe(200);
  });
});

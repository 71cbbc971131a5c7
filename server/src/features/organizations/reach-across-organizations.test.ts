import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { joins, newMember, newOrganization, settleIn } from '@latchkey/server/testing/organizations';
import { giveRole, newHolder, newRole } from '@latchkey/server/testing/roles';
import { clientFor, newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { giveSystemRole } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
const closed = started(() => startService({ env: { ALLOW_ORGANIZATION_CREATION: 'false' } }));
const list = '/api/organizations';
const current = `${list}/current`;
const choosing = (id: string) => ({ headers: { 'x-organization-id': id } });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

/** A MEMBER of two organizations; the first is their default. */
async function newCommuter() {
  const [home, away] = [await newOrganization(service, 'Home'), await newOrganization(service, 'Away')];
  const person = await newMember(service, home.id, 'MEMBER');
  service.clock.advance({ seconds: 1 });
  await joins(service, person.id, away.id, 'ADMIN');
  return { home, away, person };
}

describe("attack: a person's key in another of their organizations", () => {
  test('is 404, shows no other, and stays bound while the default moves', async () => {
    const { home, away, person } = await newCommuter();
    const { key } = await newKey(person.client);
    const program = keyClient(service, key);
    expect(codeOf(await program.get(current, choosing(away.id)))).toEqual([404, 'NO_ORGANIZATION']);
    expect((await program.get(current, choosing(home.id))).status).toBe(200);
    expect((await program.get(list)).body.organizations).toMatchObject([{ id: home.id }]);
    expect((await person.client.post(`${list}/${away.id}/default`)).status).toBe(200);
    expect((await program.get(current)).body.organization.id).toBe(home.id);
    expect((await person.client.get('/api/keys')).body.keys).toMatchObject([{ organizationId: home.id }]);
  });

  test('ends once its owner has left that one', async () => {
    const { home, person } = await newCommuter();
    const { key } = await newKey(person.client);
    await home.owner.client.delete(`${current}/members/${person.id}`);
    expect(codeOf(await keyClient(service, key).get(current))).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('stays bound after the option is turned off again', async () => {
    const { home, away, person } = await newCommuter();
    const { key } = await newKey(person.client);
    await person.client.post(`${list}/${away.id}/default`);
    const off = await startService({ database: service.database, clock: service.clock });
    expect((await keyClient(off, key).get(current)).body.organization.id).toBe(home.id);
    const late = await newKey(await clientFor(off, person.id));
    await person.client.post(`${list}/${home.id}/default`);
    expect((await keyClient(off, late.key).get(current)).body.organization.id).toBe(away.id);
    const { keys } = (await (await clientFor(off, person.id)).get('/api/keys')).body;
    expect(keys).toMatchObject([{ organizationId: away.id }, { organizationId: home.id }]);
  });

  test('is the one chosen when it was made, and all of a person’s keys count together', async () => {
    const { home, away, person } = await newCommuter();
    const make = (id: string) => person.client.post('/api/keys', { name: 'deploy' }, choosing(id));
    for (let nth = 0; nth < 9; nth++) expect((await make(home.id)).status).toBe(201);
    const made = await make(away.id);
    expect(made.body).toMatchObject({ organizationId: away.id });
    expect((await keyClient(service, made.body.key).get(current)).body.organization.id).toBe(away.id);
    for (const id of [home.id, away.id]) expect(codeOf(await make(id))).toEqual([400, 'KEY_LIMIT_REACHED']);
    expect((await person.client.get('/api/keys')).body.keys).toHaveLength(10);
  });
});

test('until people may belong to several, a MODERATOR stays one, and a key acts where it was made all the same', async () => {
  const [first, next] = [await newOrganization(closed), await newOrganization(closed)];
  const person = await newMember(closed, first.id, 'MEMBER');
  const { key } = await newKey(person.client);
  expect((await person.client.get('/api/keys')).body.keys).toMatchObject([{ organizationId: first.id }]);
  await giveSystemRole(closed, person.id, 'MODERATOR');
  await settleIn(closed, person.id, next.id);
  expect((await person.client.get('/api/auth/me')).body.user.role).toBe('MODERATOR');
  expect((await keyClient(closed, key).get(current)).status).toBe(401);
});

test('an access token names its organization for each request, as a browser does', async () => {
  const { id: userId, organizationId, tokens } = await newUser(service);
  const away = await newOrganization(service);
  await joins(service, userId, away.id);
  const client = service.client();
  client.bearer = tokens.accessToken;
  for (const id of [organizationId, away.id])
    expect((await client.get(current, choosing(id))).body.organization.id).toBe(id);
  const foreign = await newOrganization(service);
  expect((await client.get(current, choosing(foreign.id))).status).toBe(404);
});

describe('attack: a MODERATOR who belongs to two organizations', () => {
  test('moderates in their default only', async () => {
    const { home, away, person } = await newCommuter();
    await giveSystemRole(service, person.id, 'MODERATOR');
    expect((await person.client.get('/api/users')).status).toBe(200);
    expect(codeOf(await person.client.get('/api/users', choosing(away.id)))).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    const { body } = await person.client.get('/api/users');
    const seen = body.users.map(({ organizationId }: { organizationId: string }) => organizationId);
    expect(new Set(seen)).toEqual(new Set([home.id]));
  });

  test('and holders of further roles act on nobody who also belongs elsewhere', async () => {
    const { home, away, person } = await newCommuter();
    await joins(service, home.owner.id, away.id);
    const permitted = ['users:write', 'users:delete', 'users:impersonate', 'roles:read', 'roles:write'];
    const { client } = await newHolder(service, permitted, { organizationId: home.id, rank: 'ADMIN' });
    for (const { id } of [person, home.owner])
      expect(codeOf(await client.post('/api/admin/impersonate', { userId: id }))).toEqual([
        403,
        'CANNOT_IMPERSONATE',
      ]);
    const acts = (id: string) => [
      () => client.put(`/api/users/${id}`, { firstName: 'Renamed' }),
      () => client.post(`/api/admin/users/${id}/reset-2fa`),
      () => client.put(`/api/admin/users/${id}/roles`, { roles: [] }),
      () => client.delete(`/api/admin/users/${id}/organizations/${away.id}`),
      () => client.post(`/api/users/${id}/deactivate`),
      () => client.delete(`/api/users/${id}`),
    ];
    for (const act of acts(person.id)) expect(codeOf(await act())).toEqual([403, 'PERMISSION_DENIED']);
    const { status, body } = await person.client.get('/api/auth/me');
    expect([status, body.user.firstName]).not.toEqual([200, 'Renamed']);
    const alone = await newMember(service, home.id, 'MEMBER');
    expect((await acts(alone.id)[0]?.())?.status).toBe(200);
  });
});

describe('a further role', () => {
  test('counts where it was given, while that is the default and the chosen one', async () => {
    const { home, away, person } = await newCommuter();
    await giveRole(service, person.id, (await newRole(service, ['shop:sell'])).id);
    const permitted = async (id?: string) =>
      (await person.client.get('/api/auth/me', id ? choosing(id) : {})).body.permissions;
    expect(await permitted()).toEqual(['shop:sell']);
    expect(await permitted(home.id)).toEqual(['shop:sell']);
    expect(await permitted(away.id)).toEqual([]);
    expect((await person.client.post(`${list}/${away.id}/default`)).status).toBe(200);
    for (const id of [undefined, home.id, away.id]) expect(await permitted(id)).toEqual([]);
  });

  test('over users or roles keeps its holder from moving the default', async () => {
    const { away, person } = await newCommuter();
    await service.sql`UPDATE users SET two_factor_enabled = true WHERE id = ${person.id}`;
    await giveRole(service, person.id, (await newRole(service, ['roles:read'])).id);
    expect(codeOf(await person.client.post(`${list}/${away.id}/default`))).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
  });
});

describe('a person’s account', () => {
  const guest = (id: string) => `guest-${id}@example.com`;

  test('is deactivated and activated in each of their organizations', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { home, away, person } = await newCommuter();
    await service.sql`UPDATE organization_members SET role = 'ADMIN' WHERE user_id = ${person.id}`;
    for (const { id } of [home, away]) {
      const invited = { email: guest(id), role: 'ADMIN' };
      expect((await person.client.post(`${current}/invites`, invited, choosing(id))).status).toBe(201);
    }
    for (const verb of ['deactivate', 'activate'])
      expect((await admin.client.post(`/api/users/${person.id}/${verb}`)).status).toBe(200);
    for (const { id, owner } of [home, away]) {
      expect((await owner.client.get(`${current}/invites`)).body.invites).toEqual([]);
      const { events } = (await owner.client.get(`${current}/events?limit=100`)).body;
      const told = events.filter(({ type }: { type: string }) => /^user\.(de)?activated$/.test(type));
      expect(told.map(({ type }: { type: string }) => type)).toEqual(['user.deactivated', 'user.activated']);
      for (const { data } of told)
        expect(data.user).toMatchObject({ id: person.id, organizationId: id, organizationRole: 'ADMIN' });
    }
  });

  test('leaves each organization that has other members when it is reclaimed', async () => {
    const squatter = await newUser(service);
    const [one, other] = [await newOrganization(service), await newOrganization(service)];
    for (const { id } of [one, other]) await joins(service, squatter.id, id, 'ADMIN');
    await service.client().post('/api/auth/forgot-password', { email: squatter.email });
    const token = await service.mailedToken(squatter.email);
    const reset = await service.client().post('/api/auth/reset-password', { token, password: 'Brand-New-1' });
    expect(reset.status).toBe(200);
    const client = await clientFor(service, squatter.id);
    expect((await client.get(list)).body.organizations).toMatchObject([{ id: squatter.organizationId }]);
  });
});

describe('an ADMIN who acts as someone', () => {
  test("chooses among the target's organizations, never among their own", async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { home, away, person } = await newCommuter();
    const client = await clientFor(service, admin.id);
    expect((await client.post('/api/admin/impersonate', { userId: person.id })).status).toBe(200);
    for (const { id } of [home, away])
      expect((await client.get(current, choosing(id))).body.organization.id).toBe(id);
    const own = (await service.sql`SELECT organization_id AS id FROM users WHERE id = ${admin.id}`)[0]?.id;
    expect(codeOf(await client.get(current, choosing(own ?? (await newOrganization(service)).id)))).toEqual([
      404,
      'NO_ORGANIZATION',
    ]);
    expect((await client.post('/api/admin/exit-impersonation')).status).toBe(200);
  });
});

describe('where people create no organizations', () => {
  test('creating one is 403 before any 409, and an ADMIN may', async () => {
    const { owner } = await newOrganization(service);
    const off = await startService({
      database: service.database,
      clock: service.clock,
      env: { ALLOW_ORGANIZATION_CREATION: 'false' },
    });
    const client = await clientFor(off, owner.id);
    expect(codeOf(await client.post(list, { name: 'Second' }))).toEqual([403, 'PERMISSION_DENIED']);
    const admin = await newStaff(service, 'ADMIN');
    await service.sql`DELETE FROM organization_members WHERE user_id = ${admin.id}`;
    expect((await (await clientFor(off, admin.id)).post(list, { name: 'First' })).status).toBe(201);
  });

  test('registering with a name for one is 403, and with nothing makes an account without one', async () => {
    const register = (more: object) =>
      closed.client().post('/api/auth/register', { email: 'solo@example.com', password, ...more });
    expect(codeOf(await register({ organizationName: 'Mine' }))).toEqual([403, 'PERMISSION_DENIED']);
    const made = await register({});
    expect([made.status, made.body.user.organization, made.body.user.organizationId]).toEqual([
      201,
      null,
      null,
    ]);
  });
});

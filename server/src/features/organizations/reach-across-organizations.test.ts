import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { joins, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
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

  test('has none once its owner has left that one', async () => {
    const { home, person } = await newCommuter();
    const { key } = await newKey(person.client);
    await home.owner.client.delete(`${current}/members/${person.id}`);
    expect(codeOf(await keyClient(service, key).get(current))).toEqual([404, 'NO_ORGANIZATION']);
  });

  test('stays bound after the option is turned off again', async () => {
    const { home, away, person } = await newCommuter();
    const { key } = await newKey(person.client);
    await person.client.post(`${list}/${away.id}/default`);
    const off = await startService({ database: service.database, clock: service.clock });
    expect((await keyClient(off, key).get(current)).body.organization.id).toBe(home.id);
  });
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
  test('moderates in their default only, and nobody who also belongs elsewhere', async () => {
    const { home, away, person } = await newCommuter();
    await service.sql`UPDATE users SET role = 'MODERATOR' WHERE id = ${person.id}`;
    expect((await person.client.get('/api/users')).status).toBe(200);
    expect(codeOf(await person.client.get('/api/users', choosing(away.id)))).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    const { body } = await person.client.get('/api/users');
    const seen = body.users.map(({ organizationId }: { organizationId: string }) => organizationId);
    expect(new Set(seen)).toEqual(new Set([home.id]));
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
  const closed = started(() => startService({ env: { ALLOW_ORGANIZATION_CREATION: 'false' } }));

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

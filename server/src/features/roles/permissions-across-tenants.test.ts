import { type Permission, permissions } from '@latchkey/contract';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { whoIs } from '@latchkey/server/testing/impersonation';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newLoner, newMember, newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { giveRole, newHolder, newRole } from '@latchkey/server/testing/roles';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { giveSystemRole, setTwoFactor } from '@latchkey/server/testing/standing';
import { enroll, nextCode } from '@latchkey/server/testing/two-factor';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let home: Awaited<ReturnType<typeof newOrganization>>;
let foreign: Awaited<ReturnType<typeof newOrganization>>;
beforeAll(async () => {
  [home, foreign] = [await newOrganization(service), await newOrganization(service)];
});

type Act = (client: Client, userId: string) => Promise<Answer>;
type Route = { does: string; by: Permission; act: Act; keyless?: true; unmasked?: true };

/** Every route by which a permission acts on a user, written out by hand. */
const routes: Route[] = [
  { does: 'activate', by: 'users:write', act: (by, id) => by.post(`/api/users/${id}/activate`) },
  { does: 'deactivate', by: 'users:write', act: (by, id) => by.post(`/api/users/${id}/deactivate`) },
  { does: 'unlock', by: 'users:write', act: (by, id) => by.post(`/api/users/${id}/unlock`) },
  {
    does: 'rename',
    by: 'users:write',
    act: (by, id) => by.put(`/api/users/${id}`, { firstName: 'Renamed' }),
  },
  {
    does: 'set isActive to false for',
    by: 'users:write',
    act: (by, id) => by.put(`/api/users/${id}`, { isActive: false }),
  },
  { does: 'promote', by: 'users:write', act: (by, id) => by.put(`/api/users/${id}`, { role: 'USER' }) },
  {
    does: 'reset two-factor for',
    by: 'users:write',
    act: (by, id) => by.post(`/api/admin/users/${id}/reset-2fa`),
    keyless: true,
  },
  { does: 'delete', by: 'users:delete', act: (by, id) => by.delete(`/api/users/${id}`), unmasked: true },
  {
    does: 'impersonate',
    by: 'users:impersonate',
    act: (by, userId) => by.post('/api/admin/impersonate', { userId }),
    keyless: true,
    unmasked: true,
  },
  { does: 'look up the roles of', by: 'roles:read', act: (by, id) => by.get(`/api/admin/users/${id}/roles`) },
  {
    does: 'assign roles to',
    by: 'roles:write',
    act: (by, id) => by.put(`/api/admin/users/${id}/roles`, { roles: [] }),
  },
];

/** A user to act on: locked, with two-factor and a further role, so that every action would leave a trace. */
async function newTarget(organizationId: string | null): Promise<Person> {
  const target = organizationId
    ? await newMember(service, organizationId, 'MEMBER')
    : await newLoner(service);
  await setTwoFactor(service, target.id, true);
  const until = new Date(service.clock.now().getTime() + 600_000);
  await service.sql`
    INSERT INTO attempts (subject, failures, locked_until, pending_at, failed_at)
    VALUES (sha256(convert_to(${target.email}, 'UTF8')), 5, ${until}, ${until}, ${until})`;
  await giveRole(service, target.id, (await newRole(service, ['shop:sell'])).id);
  return target;
}

/** Everything an action could change about a user. */
async function stateOf({ id, email }: Person) {
  return service.sql`
    SELECT u.*, (SELECT count(*) FROM sessions s WHERE s.user_id = u.id) AS sessions,
           (SELECT count(*) FROM sessions s WHERE s.impersonated_user_id = u.id) AS masks,
           (SELECT count(*) FROM user_roles ur WHERE ur.user_id = u.id) AS roles,
           (SELECT locked_until FROM attempts a WHERE a.subject = sha256(convert_to(${email}, 'UTF8'))) AS locked,
           (SELECT count(*) FROM audit_logs l WHERE l.metadata->>'targetUserId' = ${id}) AS entries
      FROM users u WHERE u.id = ${id}`;
}

/** An answer without what differs from request to request. */
function said({ status, body }: Answer, userId: string) {
  const { timestamp: _, requestId: __, path, ...error } = body.error;
  return { status, ...error, path: path.replace(userId, '…') };
}

/** Refused in the same words as for a user who does not exist, and without a trace. */
async function expectHidden(client: Client, act: Act, target: Person): Promise<void> {
  const before = await stateOf(target);
  const answer = await act(client, target.id);
  const nobody = uuidv7();
  expect(said(answer, target.id)).toEqual(said(await act(client, nobody), nobody));
  expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
  expect(await stateOf(target)).toEqual(before);
}

describe.each(routes)('with only $by, an attempt to $does a user', ({ does, by, act, keyless, unmasked }) => {
  const holder = (organizationId: string | null, twoFactor = true) =>
    newHolder(service, [by], { organizationId, twoFactor, rank: 'ADMIN' });

  test("outside the holder's organization gets the same 404 as for an unknown user", async () => {
    const { client } = await holder(home.id);
    await expectHidden(client, act, await newTarget(foreign.id));
    await expectHidden(client, act, await newTarget(null));
  });

  test("in the holder's organization works", async () => {
    const { client } = await holder(home.id);
    expect((await act(client, (await newTarget(home.id)).id)).status).toBe(200);
  });

  test('reaches no user when the holder has no organization for their role to count in', async () => {
    const { client } = await holder(null);
    for (const organizationId of [home.id, null]) {
      const target = await newTarget(organizationId);
      const before = await stateOf(target);
      // Any user may ask to change a user, but only a permission reveals that others exist.
      const code = /^(rename|set|promote)/.test(does) ? 'NOT_FOUND' : 'PERMISSION_DENIED';
      expect((await act(client, target.id)).body.error.code).toBe(code);
      expect(await stateOf(target)).toEqual(before);
    }
  });

  test('in another organization works if the holder also has users:read', async () => {
    const { client } = await newHolder(service, [by, 'users:read'], { organizationId: home.id });
    expect((await act(client, (await newTarget(foreign.id)).id)).status).toBe(200);
  });

  test("in the holder's organization requires the holder to set up two-factor", async () => {
    const { client } = await holder(home.id, false);
    const target = await newTarget(home.id);
    const before = await stateOf(target);
    const answer = await act(client, target.id);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
    expect(await stateOf(target)).toEqual(before);
  });

  test("with an API key reaches no further than the key's owner", async () => {
    const owner = await holder(home.id);
    const client = keyClient(service, (await newKey(owner.client, { permission: 'READ_WRITE' })).key);
    const target = await newTarget(home.id);
    if (keyless) {
      expect((await act(client, target.id)).body.error.code).toBe('API_KEY_NOT_ALLOWED');
      return;
    }
    await expectHidden(client, act, await newTarget(foreign.id));
    expect((await act(client, target.id)).status).toBe(200);
    await setTwoFactor(service, owner.id, false);
    const late = await newTarget(home.id);
    expect((await act(client, late.id)).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
  });

  test('by an ADMIN who impersonates the holder reaches no further than the holder', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const mask = await holder(home.id);
    await admin.client.post('/api/admin/impersonate', { userId: mask.id });
    expect(await whoIs(admin.client)).toBe(mask.id);
    const target = await newTarget(home.id);
    if (unmasked) {
      expect((await act(admin.client, target.id)).body.error.code).toBe('IMPERSONATION_BLOCKED');
      return;
    }
    await expectHidden(admin.client, act, await newTarget(foreign.id));
    expect((await act(admin.client, target.id)).status).toBe(200);
  });

  test("who is an ADMIN in the holder's organization changes nothing", async () => {
    const { client } = await holder(home.id);
    const admin = await newTarget(home.id);
    await giveSystemRole(service, admin.id, 'ADMIN');
    const before = await stateOf(admin);
    const answer = await act(client, admin.id);
    expect(answer.status).toBe(403);
    expect(await stateOf(admin)).toEqual(before);
    await giveSystemRole(service, admin.id, 'USER');
  });
});

describe('a role', () => {
  const patch = (client: Client, id: string) =>
    client.patch(`/api/admin/roles/${id}`, { description: uuidv7(), permissions: ['shop:close'] });

  test('cannot be changed with only roles:write while someone outside the organization holds it', async () => {
    const { client } = await newHolder(service, ['roles:write', 'shop:close'], {
      organizationId: home.id,
      rank: 'ADMIN',
    });
    const [role, child] = [await newRole(service, ['shop:sell']), await newRole(service, [])];
    await giveRole(service, (await newMember(service, home.id, 'MEMBER')).id, role.id);
    expect((await patch(client, role.id)).status).toBe(200);
    await service.sql`UPDATE roles SET parent_id = ${role.id} WHERE id = ${child.id}`;
    await giveRole(service, (await newMember(service, foreign.id, 'MEMBER')).id, child.id);
    for (const { id } of [role, child]) {
      const before = await service.sql`SELECT * FROM roles WHERE id = ${id}`;
      expect((await patch(client, id)).body.error.code).toBe('PERMISSION_DENIED');
      expect(await service.sql`SELECT * FROM roles WHERE id = ${id}`).toEqual(before);
    }
    const { client: seesAll } = await newHolder(service, ['roles:write', 'users:read']);
    expect((await patch(seesAll, role.id)).status).toBe(200);
  });

  test('cannot get a new description with only roles:write if it is a system role', async () => {
    const { client } = await newHolder(service, ['roles:write'], { organizationId: home.id });
    const [role] = await service.sql`SELECT id FROM roles WHERE name = 'ROLE_USER'`;
    const answer = await client.patch(`/api/admin/roles/${role?.id}`, { description: 'Mine.' });
    expect(answer.body.error.code).toBe('PERMISSION_DENIED');
  });

  test('cannot be deleted by someone who lacks a built-in permission it grants', async () => {
    const { client } = await newHolder(service, ['roles:write'], { organizationId: home.id });
    const [more, less] = [await newRole(service, ['users:delete']), await newRole(service, ['shop:sell'])];
    expect((await client.delete(`/api/admin/roles/${more.id}`)).body.error.code).toBe('PERMISSION_DENIED');
    expect(await service.sql`SELECT 1 FROM roles WHERE id = ${more.id}`).toHaveLength(1);
    expect((await client.delete(`/api/admin/roles/${less.id}`)).status).toBe(200);
  });
});

describe('two-factor', () => {
  const beyondListing = permissions.filter((each) => each !== 'users:list');

  async function withRole(permission: string) {
    const person = await newUser(service);
    await giveRole(service, person.id, (await newRole(service, [permission])).id);
    const login = await service.client().post('/api/auth/login', { email: person.email, password });
    return { ...person, login };
  }

  test.each(beyondListing)('is required for a holder of %s', async (permission) => {
    const { client, login } = await withRole(permission);
    expect(login.body).toMatchObject({ requiresTwoFactorSetup: true, redirectTo: '/profile/security' });
    expect((await client.get('/api/auth/me')).body.requiresTwoFactorSetup).toBe(true);
    expect((await client.get('/api/users')).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
    const { secret } = await enroll(service, client);
    expect((await client.get('/api/auth/me')).body.requiresTwoFactorSetup).toBe(false);
    const refused = await client.post('/api/auth/2fa/disable', { code: nextCode(service, secret) });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'TWO_FACTOR_REQUIRED_FOR_ADMIN']);
    expect((await client.get('/api/auth/me')).body.user.twoFactorEnabled).toBe(true);
  });

  test.each(['users:list', 'invoices:read'])('is not required for a holder of %s', async (permission) => {
    const { client, login } = await withRole(permission);
    expect(login.body.requiresTwoFactorSetup).toBeUndefined();
    const { secret } = await enroll(service, client);
    const disabled = await client.post('/api/auth/2fa/disable', { code: nextCode(service, secret) });
    expect(disabled.status).toBe(200);
  });

  test('is required because of an inherited permission', async () => {
    const parent = await newRole(service, ['audit:read']);
    const person = await newUser(service);
    await giveRole(service, person.id, (await newRole(service, [], parent.id)).id);
    expect((await person.client.get('/api/auth/me')).body.requiresTwoFactorSetup).toBe(true);
  });
});

describe('service-wide visibility', () => {
  test('emails:read shows emails to every organization, and requires two-factor', async () => {
    const { email } = await newUser(service);
    const path = `/api/admin/emails?to=${encodeURIComponent(email)}`;
    const { client } = await newHolder(service, ['emails:read'], { organizationId: home.id });
    expect((await client.get(path)).body.emails.map(({ to }: { to: string }) => to)).toContain(email);
    const without = await newHolder(service, ['emails:read'], { organizationId: home.id, twoFactor: false });
    expect((await without.client.get(path)).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
  });

  test('roles:read shows every role, but no holders outside the organization', async () => {
    const { client } = await newHolder(service, ['roles:read'], { organizationId: home.id });
    const role = await newRole(service, ['shop:sell']);
    const holder = await newMember(service, foreign.id, 'MEMBER');
    await giveRole(service, holder.id, role.id);
    const found = await client.get(`/api/admin/roles/${role.id}`);
    expect(found.body.role).toMatchObject({ id: role.id, userCount: 1 });
    expect(found.text).not.toContain(holder.id);
    expect((await client.get(`/api/admin/users/${holder.id}/roles`)).status).toBe(404);
  });

  test.each(['users:write', 'audit:read'])('%s does not show lockedUntil in the user list', async (by) => {
    const { client } = await newHolder(service, [by, 'users:list'], { organizationId: home.id });
    for (const user of (await client.get('/api/users')).body.users)
      expect(user).not.toHaveProperty('lockedUntil');
  });
});

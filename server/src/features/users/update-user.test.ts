import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { newHolder } from '@latchkey/server/testing/roles';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import {
  giveNamedRole,
  giveOrganizationRole,
  giveRole,
  giveSystemRole,
  setTwoFactor,
} from '@latchkey/server/testing/standing';
import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

const stored = async (id: string) => (await service.sql`SELECT * FROM users WHERE id = ${id}`)[0];
const actionsOn = async (id: string) =>
  (await service.audit()).filter(({ metadata }) => metadata.targetUserId === id).map(({ action }) => action);

describe("an update of the caller's own account", () => {
  test('changes what is sent and keeps the rest', async () => {
    const { client, id, email } = await newUser(service, { firstName: 'Ada', lastName: 'Byron' });
    const answer = await client.put(`/api/users/${id}`, { lastName: ' Lovelace ', username: `ada-${id}` });
    expect(answer.status).toBe(200);
    expect(answer.body.message).toEqual(expect.any(String));
    expect(answer.body.user).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      username: `ada-${id}`,
      email,
    });
    const cleared = await client.put(`/api/users/${id}`, { lastName: null, firstName: '' });
    expect(cleared.body.user).toMatchObject({ firstName: null, lastName: null, username: `ada-${id}` });
    expect(await actionsOn(id)).toEqual([]);
  });

  test('ignores fields that the user may not set', async () => {
    const { client, id } = await newUser(service);
    const before = await stored(id);
    const answer = await client.put(`/api/users/${id}`, {
      firstName: 'Mallory',
      role: 'ADMIN',
      isActive: false,
      id: uuidv7(),
      organizationId: uuidv7(),
      organizationRole: 'OWNER',
      emailVerifiedAt: '2020-01-01T00:00:00.000Z',
      emailVerified: true,
      twoFactorEnabled: true,
      passwordHash: 'x',
      password: 'Another-Horse-7',
      createdAt: '2020-01-01T00:00:00.000Z',
      lockedUntil: null,
    });
    expect(answer.status).toBe(200);
    const { updatedAt: _at, firstName, searchText: _text, ...after } = (await stored(id)) ?? {};
    expect(firstName).toBe('Mallory');
    expect(before).toMatchObject(after);
    expect((await client.get('/api/auth/me')).status).toBe(200);
  });

  test("cannot take someone else's username, and then changes nothing", async () => {
    const other = await newUser(service);
    await service.sql`UPDATE users SET username = NULL WHERE username = 'has-this-name'`;
    await service.sql`UPDATE users SET username = 'has-this-name' WHERE id = ${other.id}`;
    const { client, id } = await newUser(service, { firstName: 'Before' });
    const wanted = { firstName: 'After', username: 'HAS-THIS-NAME' };
    const answer = await client.put(`/api/users/${id}`, wanted);
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('USERNAME_TAKEN');
    expect((await stored(id))?.firstName).toBe('Before');
  });

  test.each([
    { email: 'nonsense' },
    { username: 'a b' },
    { firstName: 'x'.repeat(101) },
    { firstName: 7 },
    { role: 'KING' },
    { isActive: 'no' },
  ])('is refused with 400, naming the field, when %j is malformed', async (body) => {
    const { client, id } = await newUser(service);
    const answer = await client.put(`/api/users/${id}`, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.details)).toEqual(Object.keys(body));
  });

  test('requires the CSRF token', async () => {
    const { client, id } = await newUser(service);
    const answer = await client.put(`/api/users/${id}`, { firstName: 'Forged' }, { csrf: false });
    expect(answer.body.error.code).toBe('CSRF_INVALID');
  });
});

test('while impersonating, the address cannot be changed, but names can', async () => {
  const { client } = await newStaff(service, 'ADMIN');
  const user = await newUser(service);
  await client.post('/api/admin/impersonate', { userId: user.id });
  const blocked = await client.put(`/api/users/${user.id}`, { email: 'mine@example.com', firstName: 'No' });
  expect(blocked.body.error).toMatchObject({ type: 'FORBIDDEN', code: 'IMPERSONATION_BLOCKED' });
  expect(await stored(user.id)).toMatchObject({ email: user.email, firstName: null });
  expect((await client.put(`/api/users/${user.id}`, { firstName: 'Yes', role: 'ADMIN' })).status).toBe(200);
  expect(await stored(user.id)).toMatchObject({ firstName: 'Yes', role: 'USER' });
});

describe('other users', () => {
  test('cannot be updated by an OWNER or a MODERATOR: 403 in their organization, 404 outside it', async () => {
    const owner = await newUser(service);
    const moderator = await newMember(service, owner.organizationId, 'ADMIN');
    await giveSystemRole(service, moderator.id, 'MODERATOR');
    const stranger = await newUser(service);
    for (const { client, id } of [owner, moderator]) {
      const colleague = id === owner.id ? moderator.id : owner.id;
      const answer = await client.put(`/api/users/${colleague}`, { firstName: 'Mallory' });
      expect(answer.body.error).toMatchObject({ code: 'PERMISSION_DENIED', type: 'AUTHORIZATION_ERROR' });
      for (const unseen of [stranger.id, uuidv7(), 'nonsense'])
        expect((await client.put(`/api/users/${unseen}`, { firstName: 'Mallory' })).status).toBe(404);
      expect((await stored(colleague))?.firstName).not.toBe('Mallory');
    }
    expect((await stored(stranger.id))?.firstName).toBeNull();
  });

  test("can be updated by an ADMIN, which is recorded in the user's organization", async () => {
    const user = await newUser(service, { firstName: 'Before' });
    const change = { firstName: 'After', role: 'MODERATOR' };
    const answer = await admin.client.put(`/api/users/${user.id}`, change);
    expect(answer.body.user).toMatchObject({ ...change, lockedUntil: null });
    const entry = (await service.audit(admin.email)).at(-1);
    expect(entry).toMatchObject({
      action: 'ADMIN_USER_UPDATED',
      category: 'admin',
      userId: admin.id,
      organizationId: user.organizationId,
    });
    expect(entry?.metadata).toEqual({
      targetUserId: user.id,
      targetEmail: user.email,
      changes: { firstName: { from: 'Before', to: 'After' }, role: { from: 'USER', to: 'MODERATOR' } },
    });
  });

  test('leave no audit entry when they are sent back unchanged', async () => {
    const user = await newUser(service);
    const { body } = await admin.client.get(`/api/users/${user.id}`);
    expect((await admin.client.put(`/api/users/${user.id}`, body.user)).status).toBe(200);
    expect(await actionsOn(user.id)).toEqual([]);
  });

  test('are told when an ADMIN changes their address, and the ADMIN is recorded as the actor', async () => {
    const user = await newUser(service);
    const to = `by-admin-${user.id}@example.com`;
    const answer = await admin.client.put(`/api/users/${user.id}`, { email: to });
    expect(answer.body.user).toMatchObject({ email: to, emailVerified: false });
    expect((await service.mails(user.email)).at(-1)?.subject).toBe('Your email address was changed');
    expect(await service.mails(to)).toEqual([]);
    const entry = (await service.audit(admin.email)).find(
      ({ action, metadata }) => action === 'SECURITY_EMAIL_CHANGED' && metadata.to === to,
    );
    expect(entry).toMatchObject({
      organizationId: user.organizationId,
      metadata: { targetUserId: user.id, from: user.email },
    });
  });

  test('can be deactivated and reactivated by an ADMIN: sessions end, and both changes are recorded', async () => {
    const user = await newUser(service);
    const off = await admin.client.put(`/api/users/${user.id}`, { isActive: false });
    expect(off.body.user.isActive).toBe(false);
    expect((await user.client.get('/api/auth/me')).status).toBe(401);
    await admin.client.put(`/api/users/${user.id}`, { isActive: true });
    expect((await user.client.get('/api/auth/me')).status).toBe(401);
    expect(await actionsOn(user.id)).toEqual([
      'ADMIN_USER_DEACTIVATED',
      'SECURITY_ALL_SESSIONS_REVOKED',
      'ADMIN_USER_UPDATED',
      'ADMIN_USER_ACTIVATED',
      'ADMIN_USER_UPDATED',
    ]);
  });

  test('who do not exist are 404 for an ADMIN', async () => {
    expect((await admin.client.put(`/api/users/${uuidv7()}`, { role: 'ADMIN' })).status).toBe(404);
  });

  test('are out of reach for an ADMIN without two-factor, whether or not they exist', async () => {
    const { client, id } = await newStaff(service, 'ADMIN', { twoFactor: false });
    const user = await newUser(service);
    for (const other of [user.id, uuidv7()])
      expect((await client.put(`/api/users/${other}`, { role: 'ADMIN' })).body.error.code).toBe(
        'TWO_FACTOR_SETUP_REQUIRED',
      );
    expect((await client.put(`/api/users/${id}`, { firstName: 'Still their own' })).status).toBe(200);
  });
});

describe("an ADMIN's own account", () => {
  test.each([{ role: 'USER' }, { role: 'MODERATOR', firstName: 'Also' }, { isActive: false }])(
    'refuses %j with 403 and changes nothing',
    async (change) => {
      const self = await newStaff(service, 'ADMIN');
      const answer = await self.client.put(`/api/users/${self.id}`, change);
      expect(answer.status).toBe(403);
      expect(answer.body.error.code).toBe('OWN_ACCOUNT');
      expect(await stored(self.id)).toMatchObject({ role: 'ADMIN', isActive: true, firstName: null });
    },
  );

  test('accepts its current role and status sent back unchanged', async () => {
    const self = await newStaff(service, 'ADMIN');
    const { user } = (await self.client.get(`/api/users/${self.id}`)).body;
    const answer = await self.client.put(`/api/users/${self.id}`, { ...user, lastName: 'New' });
    expect(answer.body.user).toMatchObject({ role: 'ADMIN', isActive: true, lastName: 'New' });
  });

  test('cannot be promoted to the role ADMIN by a user who is ADMIN only through ROLE_ADMIN', async () => {
    const self = await newUser(service);
    await setTwoFactor(service, self.id, true);
    await giveNamedRole(service, self.id, 'ROLE_ADMIN');
    const answer = await self.client.put(`/api/users/${self.id}`, { role: 'ADMIN' });
    expect(answer.body.error.code).toBe('OWN_ACCOUNT');
  });
});

describe('an additional role with users:write but not every ADMIN permission', () => {
  let helper: Awaited<ReturnType<typeof newUser>>;
  beforeEach(async () => {
    helper = await newUser(service);
    await setTwoFactor(service, helper.id, true);
    const id = uuidv7();
    await service.sql`
      INSERT INTO roles (id, name, permissions, created_at, updated_at)
      VALUES (${id}, ${`ROLE_HELP_${id.replaceAll('-', '').toUpperCase()}`}, '{users:list,users:read,users:write}', now(), now())`;
    await giveRole(service, helper.id, id);
  });

  test('can update users, but cannot make anyone an ADMIN', async () => {
    const user = await newUser(service);
    const path = `/api/users/${user.id}`;
    expect((await helper.client.put(path, { firstName: 'Helped', role: 'MODERATOR' })).status).toBe(200);
    expect((await helper.client.put(path, { role: 'ADMIN' })).body.error.code).toBe('PERMISSION_DENIED');
    expect(await stored(user.id)).toMatchObject({ role: 'MODERATOR' });
  });

  test("cannot change an ADMIN's address, deactivate them or unlock them", async () => {
    const path = `/api/users/${admin.id}`;
    const answers = [
      await helper.client.put(path, { email: 'mine@example.com' }),
      await helper.client.post(`${path}/deactivate`),
      await helper.client.post(`${path}/unlock`),
    ];
    for (const answer of answers) expect(answer.body.error.code).toBe('PERMISSION_DENIED');
    expect(await stored(admin.id)).toMatchObject({ email: admin.email, isActive: true });
  });
});

test("users:write without users:read cannot change another's address", async () => {
  const user = await newUser(service);
  const { organizationId } = user;
  await giveOrganizationRole(service, user.id, 'MEMBER');
  const helper = await newHolder(service, ['users:write'], { organizationId });
  await giveOrganizationRole(service, helper.id, 'OWNER');
  const path = `/api/users/${user.id}`;
  const answer = await helper.client.put(path, { email: `mine-${user.email}`, firstName: 'No' });
  expect([answer.status, answer.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
  expect((await helper.client.put(path, { email: user.email })).status).toBe(200);
  expect(await stored(user.id)).toMatchObject({ email: user.email, firstName: null });
});

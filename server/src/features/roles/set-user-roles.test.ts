import { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { setTwoFactor } from '@latchkey/server/testing/standing';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
let supportId: string;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
  supportId = await newRole('ROLE_SUPPORT', 'ROLE_MODERATOR');
  await newRole('ROLE_PLAIN');
});

async function newRole(name: string, parent?: string): Promise<string> {
  const { roles } = (await admin.client.get('/api/admin/roles')).body;
  const parentId = roles.find((role: { name: string }) => role.name === parent)?.id;
  const answer = await admin.client.post('/api/admin/roles', { name, parentId });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.role.id;
}
const give = (id: string, roles: unknown) => admin.client.put(`/api/admin/users/${id}/roles`, { roles });
const rolesOf = async (id: string) => (await admin.client.get(`/api/admin/users/${id}/roles`)).body.roles;
const entriesOn = async (id: string) =>
  (await service.audit(admin.email)).filter(({ metadata }) => metadata.targetUserId === id);

describe('giving roles', () => {
  test('replaces the additional roles and leaves User.role unchanged', async () => {
    const user = await newUser(service);
    expect(await rolesOf(user.id)).toEqual([]);
    const answer = await give(user.id, ['ROLE_SUPPORT', 'ROLE_PLAIN', 'ROLE_SUPPORT']);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      message: expect.any(String),
      roles: ['ROLE_PLAIN', 'ROLE_SUPPORT'],
      user: { id: user.id, role: 'USER', lockedUntil: null },
    });
    expect(await rolesOf(user.id)).toEqual(['ROLE_PLAIN', 'ROLE_SUPPORT']);
    await give(user.id, ['ROLE_PLAIN', 'ROLE_MODERATOR']);
    expect(await rolesOf(user.id)).toEqual(['ROLE_MODERATOR', 'ROLE_PLAIN']);
    await give(user.id, []);
    expect(await rolesOf(user.id)).toEqual([]);
  });

  test("records before and after in the user's organization, and only when something changes", async () => {
    const user = await newUser(service);
    await give(user.id, ['ROLE_PLAIN']);
    await give(user.id, ['ROLE_PLAIN', 'ROLE_PLAIN']);
    await give(user.id, ['ROLE_SUPPORT']);
    const entries = await entriesOn(user.id);
    expect(
      entries.map(({ action, organizationId, metadata }) => ({ action, organizationId, metadata })),
    ).toEqual([
      {
        action: 'ADMIN_USER_ROLES_CHANGED',
        organizationId: user.organizationId,
        metadata: { targetUserId: user.id, targetEmail: user.email, before: [], after: ['ROLE_PLAIN'] },
      },
      {
        action: 'ADMIN_USER_ROLES_CHANGED',
        organizationId: user.organizationId,
        metadata: {
          targetUserId: user.id,
          targetEmail: user.email,
          before: ['ROLE_PLAIN'],
          after: ['ROLE_SUPPORT'],
        },
      },
    ]);
  });

  test("updates the role's userCount", async () => {
    const id = await newRole('ROLE_COUNTED');
    const [one, two] = [await newUser(service), await newUser(service)];
    for (const user of [one, two]) await give(user.id, ['ROLE_COUNTED']);
    expect((await admin.client.get(`/api/admin/roles/${id}`)).body.role.userCount).toBe(2);
    await admin.client.delete(`/api/users/${one.id}`);
    expect((await admin.client.get(`/api/admin/roles/${id}`)).body.role.userCount).toBe(1);
  });

  test.each([
    [['ROLE_NOBODY_MADE']],
    [['ROLE_SUPPORT', 'ROLE_NOBODY_MADE']],
    [['support']],
    ['ROLE_SUPPORT'],
    [undefined],
    [[7]],
    [Array(51).fill('ROLE_SUPPORT')],
  ])('%j is refused with 400 and changes nothing', async (roles) => {
    const user = await newUser(service);
    await give(user.id, ['ROLE_PLAIN']);
    const answer = await give(user.id, roles);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.details)).toEqual(['roles']);
    expect(await rolesOf(user.id)).toEqual(['ROLE_PLAIN']);
  });

  test('to an unknown user is 404', async () => {
    for (const id of [uuidv7(), 'nonsense']) {
      expect((await give(id, [])).status).toBe(404);
      expect((await admin.client.get(`/api/admin/users/${id}/roles`)).status).toBe(404);
    }
  });

  test('concurrently leaves one complete set', async () => {
    const user = await newUser(service);
    const sets = [['ROLE_PLAIN', 'ROLE_SUPPORT'], ['ROLE_MODERATOR'], []];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(sets.map((roles) => give(user.id, roles)));
      for (const { status } of answers) expect(status).toBe(200);
      expect(sets).toContainEqual(await rolesOf(user.id));
    }
  });
});

describe('the permissions of an additional role', () => {
  test('apply from the next request, by cookie and access token, on every node', async () => {
    const node = await startService({ database: service.database });
    const user = await newUser(service);
    const clients = [service, node].flatMap(({ url }) => {
      const [byCookie, byToken] = [new Client(url), new Client(url)];
      for (const [name, value] of user.client.cookies) byCookie.cookies.set(name, value);
      byToken.bearer = user.tokens.accessToken;
      return [byCookie, byToken];
    });
    const statuses = () =>
      Promise.all(clients.map(async (client) => (await client.get('/api/users')).status));
    const colleague = await newMember(service, user.organizationId, 'MEMBER');
    expect(await statuses()).toEqual([403, 403, 403, 403]);
    await give(user.id, ['ROLE_SUPPORT']);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const seen = (await user.client.get('/api/users')).body.users.map(({ id }: { id: string }) => id);
    expect(seen.sort()).toEqual([user.id, colleague.id].sort());

    await admin.client.patch(`/api/admin/roles/${supportId}`, { parentId: null });
    expect(await statuses()).toEqual([403, 403, 403, 403]);
    await admin.client.patch(`/api/admin/roles/${supportId}`, { permissions: ['users:list'] });
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await give(user.id, []);
    expect(await statuses()).toEqual([403, 403, 403, 403]);
  });

  test('inherited from ROLE_ADMIN make the user an ADMIN, who needs two-factor and then sees everyone', async () => {
    await newRole('ROLE_DEPUTY', 'ROLE_ADMIN');
    await newRole('ROLE_DEPUTY_OF_DEPUTY', 'ROLE_DEPUTY');
    const user = await newUser(service);
    await give(user.id, ['ROLE_DEPUTY_OF_DEPUTY']);
    const refused = await user.client.get('/api/users');
    expect(refused.status).toBe(403);
    expect(refused.body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
    expect((await user.client.get('/api/auth/me')).body.requiresTwoFactorSetup).toBe(true);
    await setTwoFactor(service, user.id, true);
    const stranger = await newUser(service);
    const seen = await user.client.get(`/api/users/${stranger.id}`);
    expect(seen.body.user).toMatchObject({ id: stranger.id, lockedUntil: null });
    expect((await user.client.get('/api/admin/roles')).status).toBe(200);
    expect((await user.client.post(`/api/users/${stranger.id}/deactivate`)).status).toBe(200);
  });

  test('that Latchkey does not define grant no access', async () => {
    const id = await newRole('ROLE_SHOP');
    await admin.client.patch(`/api/admin/roles/${id}`, { permissions: ['shop:sell', 'users:list-all'] });
    const user = await newUser(service);
    await give(user.id, ['ROLE_SHOP']);
    expect((await user.client.get('/api/users')).status).toBe(403);
  });
});

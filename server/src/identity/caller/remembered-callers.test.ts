import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { giveRole, newRole } from '@latchkey/server/testing/roles';
import { newUser, startService, type TestService } from '@latchkey/server/testing/service';
import { beforeEach, describe, expect, test } from 'vitest';

const service = started(startService);
let userId: string;
let organizationId: string;
let roles: { held: string; parent: string };
let callers: { cookie: Client; token: Client; key: Client };

const me = async (client: Client) => {
  const { status, body } = await client.get('/api/auth/me');
  return { status, ...body };
};

/** Someone the service has just seen twice with every credential. */
beforeEach(async () => {
  const { id, organizationId: own, client, tokens } = await newUser(service);
  const parent = await newRole(service, ['audit:read']);
  const held = await newRole(service, ['users:list'], parent.id);
  await service.sql`UPDATE users SET two_factor_enabled = true WHERE id = ${id}`;
  await giveRole(service, id, held.id);
  const token = service.client();
  token.bearer = tokens.accessToken;
  userId = id;
  organizationId = own;
  roles = { held: held.id, parent: parent.id };
  callers = {
    cookie: client,
    token,
    key: keyClient(service, (await newKey(client, { permission: 'READ_WRITE' })).key),
  };
  for (const caller of [...Object.values(callers), ...Object.values(callers)])
    expect(await me(caller)).toMatchObject({ status: 200, permissions: ['audit:read', 'users:list'] });
});

type Change = [
  what: string,
  make: (sql: TestService['sql']) => Promise<unknown>,
  seen: object,
  seenByKey?: object,
];
const later = '2031-02-03T04:05:06.000Z';

// Written directly to the database, as another node would.
const changes: Change[] = [
  [
    'a new email',
    (sql) => sql`UPDATE users SET email = 'new-' || id || '@example.com' WHERE id = ${userId}`,
    { user: { email: expect.stringMatching(/^new-/) } },
  ],
  [
    'a new name',
    (sql) => sql`UPDATE users SET first_name = 'Zoë' WHERE id = ${userId}`,
    { user: { firstName: 'Zoë' } },
  ],
  [
    'a new role',
    (sql) => sql`UPDATE users SET role = 'MODERATOR' WHERE id = ${userId}`,
    { user: { role: 'MODERATOR' } },
  ],
  [
    'a newly verified address',
    (sql) => sql`UPDATE users SET email_verified_at = ${later} WHERE id = ${userId}`,
    { user: { emailVerified: true, emailVerifiedAt: later } },
  ],
  [
    'metadata',
    (sql) => sql`UPDATE users SET public_metadata = ${sql.json({ plan: 'pro' })} WHERE id = ${userId}`,
    { publicMetadata: { plan: 'pro' } },
  ],
  [
    'a new role in the organization',
    (sql) => sql`UPDATE organization_members SET role = 'MEMBER' WHERE user_id = ${userId}`,
    { organization: { role: 'MEMBER' } },
  ],
  [
    'leaving the organization',
    (sql) => sql`DELETE FROM organization_members WHERE user_id = ${userId}`,
    { organization: null },
    // It ends with the membership.
    { status: 401 },
  ],
  [
    'a new organization name',
    (sql) => sql`UPDATE organizations SET name = 'Renamed' WHERE id = ${organizationId}`,
    { organization: { name: 'Renamed' } },
  ],
  [
    'deletion of the organization',
    (sql) => sql`DELETE FROM organizations WHERE id = ${organizationId}`,
    { organization: null },
    // It ends with the membership.
    { status: 401 },
  ],
  [
    'changed permissions of an assigned role',
    (sql) => sql`UPDATE roles SET permissions = '{}' WHERE id = ${roles.held}`,
    { permissions: ['audit:read'] },
  ],
  [
    "changed permissions of an assigned role's parent",
    (sql) => sql`UPDATE roles SET permissions = '{emails:read}' WHERE id = ${roles.parent}`,
    { permissions: ['emails:read', 'users:list'] },
  ],
  [
    'an assigned role losing its parent',
    (sql) => sql`UPDATE roles SET parent_id = NULL WHERE id = ${roles.held}`,
    { permissions: ['users:list'] },
  ],
  [
    'removal of an assigned role',
    (sql) => sql`DELETE FROM user_roles WHERE user_id = ${userId}`,
    { permissions: [] },
  ],
  [
    'a different assigned role',
    async (sql) => {
      const { id } = await newRole(service, ['emails:read']);
      await sql`UPDATE user_roles SET role_id = ${id} WHERE user_id = ${userId}`;
    },
    { permissions: ['emails:read'] },
  ],
  ['removal of every assignment', (sql) => sql`TRUNCATE user_roles`, { permissions: [] }],
  [
    'removal of an assigned role by someone who skips triggers',
    (sql) =>
      sql.begin(async (tx) => {
        await tx`SET LOCAL session_replication_role = replica`;
        await tx`DELETE FROM user_roles WHERE user_id = ${userId}`;
      }),
    { permissions: [] },
  ],
  ['deactivation', (sql) => sql`UPDATE users SET is_active = false WHERE id = ${userId}`, { status: 401 }],
  ['deletion of the account', (sql) => sql`DELETE FROM users WHERE id = ${userId}`, { status: 401 }],
];

describe("a known caller's next request reflects the change, with every credential", () => {
  test.each(changes)('%s', async (_what, make, seen, seenByKey = seen) => {
    await make(service.sql);
    for (const caller of [callers.cookie, callers.token]) expect(await me(caller)).toMatchObject(seen);
    expect(await me(callers.key)).toMatchObject(seenByKey);
  });

  test('a change that is rolled back is never seen', async () => {
    const undone = service.sql.begin(async (sql) => {
      await sql`UPDATE users SET first_name = 'Never' WHERE id = ${userId}`;
      await sql`DELETE FROM user_roles WHERE user_id = ${userId}`;
      for (const caller of Object.values(callers))
        expect(await me(caller)).toMatchObject({
          user: { firstName: null },
          permissions: ['audit:read', 'users:list'],
        });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    for (const caller of Object.values(callers))
      expect(await me(caller)).toMatchObject({
        user: { firstName: null },
        permissions: ['audit:read', 'users:list'],
      });
  });
});

test('a previously seen session is refused once it is deleted or expired', async () => {
  const { cookie, token, key } = callers;
  await service.sql`UPDATE sessions SET expires_at = ${service.clock.now()} WHERE user_id = ${userId}`;
  expect([(await me(cookie)).status, (await me(token)).status, (await me(key)).status]).toEqual([
    401, 401, 200,
  ]);
  await service.sql`UPDATE sessions SET expires_at = ${later} WHERE user_id = ${userId}`;
  expect([(await me(cookie)).status, (await me(token)).status]).toEqual([200, 200]);
  await service.sql`DELETE FROM sessions WHERE user_id = ${userId}`;
  expect([(await me(cookie)).status, (await me(token)).status, (await me(key)).status]).toEqual([
    401, 401, 200,
  ]);
});

test('a previously seen key loses permissions at once, and is refused once it is revoked or expired', async () => {
  const { key } = callers;
  const rename = async () => (await key.put(`/api/users/${userId}`, { firstName: 'Ada' })).status;
  expect(await rename()).toBe(200);
  await service.sql`UPDATE api_keys SET permission = 'READ_ONLY' WHERE user_id = ${userId}`;
  expect(await rename()).toBe(403);
  await service.sql`UPDATE api_keys SET expires_at = ${service.clock.now()} WHERE user_id = ${userId}`;
  expect((await me(key)).status).toBe(401);
  await service.sql`UPDATE api_keys SET expires_at = NULL, revoked_at = ${later} WHERE user_id = ${userId}`;
  expect((await me(key)).status).toBe(401);
});

test('a key that is given to another user acts for them, even if one statement wrote both users', async () => {
  const { id: otherId } = await newUser(service);
  await service.sql`UPDATE users SET first_name = 'Ada', organization_id = NULL WHERE id IN (${userId}, ${otherId})`;
  expect((await me(callers.key)).user.id).toBe(userId);
  await service.sql`UPDATE api_keys SET user_id = ${otherId}, organization_id = NULL WHERE user_id = ${userId}`;
  expect((await me(callers.key)).user.id).toBe(otherId);
});

test('all role changes in one transaction count as one change', async () => {
  const count = async () => Number((await service.sql`SELECT n FROM role_changes`)[0]?.n);
  const before = await count();
  await service.sql.begin(async (sql) => {
    for (const permissions of [[], ['users:list'], ['emails:read']])
      await sql`UPDATE roles SET permissions = ${permissions} WHERE id IN (${roles.held}, ${roles.parent})`;
    await sql`DELETE FROM user_roles WHERE user_id = ${userId}`;
  });
  expect(await count()).toBe(before + 1);
  expect(await me(callers.cookie)).toMatchObject({ permissions: [] });
});

import type { Client } from '@latchkey/server/testing/client';
import { holdBack } from '@latchkey/server/testing/hold-back';
import { eventsOf, startImpersonating, whoIs } from '@latchkey/server/testing/impersonation';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { giveRole, newHolder, newRole } from '@latchkey/server/testing/roles';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { giveSystemRole, setTwoFactor } from '@latchkey/server/testing/standing';
import { beforeEach, describe, expect, test } from 'vitest';

const service = started(startService);
const second = started(() => startService({ database: service.database, clock: service.clock }));

let home: Awaited<ReturnType<typeof newOrganization>>;
let helper: Person;
let target: Person;

/** An organization's ADMIN acts as one of its members. */
beforeEach(async () => {
  home = await newOrganization(service);
  helper = await newHolder(service, ['users:impersonate'], { organizationId: home.id, rank: 'ADMIN' });
  target = await newMember(service, home.id, 'MEMBER');
  expect((await helper.client.post('/api/admin/impersonate', { userId: target.id })).status).toBe(200);
  expect(await whoIs(helper.client)).toBe(target.id);
});

function elsewhere(client: Client): Client {
  const there = second.client();
  for (const [name, value] of client.cookies) there.cookies.set(name, value);
  return there;
}

const owner = () => home.owner.client;
const member = (id: string) => `/api/organizations/current/members/${id}`;
const roleOf = async ({ id }: Person) => {
  const [row] = await service.sql<{ roleId: string }[]>`SELECT role_id FROM user_roles WHERE user_id = ${id}`;
  return row?.roleId ?? '';
};

const losses: [string, () => Promise<unknown>][] = [
  ['the caller is demoted in the organization', () => owner().patch(member(helper.id), { role: 'MEMBER' })],
  ['the target gets the rank of the caller', () => owner().patch(member(target.id), { role: 'ADMIN' })],
  ['the target becomes OWNER', () => owner().patch(member(target.id), { role: 'OWNER' })],
  [
    'the target gets a permission that the caller lacks',
    async () => giveRole(service, target.id, (await newRole(service, ['users:list'])).id),
  ],
  ['the target becomes MODERATOR', () => giveSystemRole(service, target.id, 'MODERATOR')],
  [
    'the role of the caller loses its permission',
    async () => service.sql`UPDATE roles SET permissions = '{}' WHERE id = ${await roleOf(helper)}`,
  ],
  [
    'the role of the caller is taken away',
    () => service.sql`DELETE FROM user_roles WHERE user_id = ${helper.id}`,
  ],
  ['the caller is removed', () => owner().delete(member(helper.id))],
  ['the target is removed', () => owner().delete(member(target.id))],
  ['the organization is deleted', () => service.sql`DELETE FROM organizations WHERE id = ${home.id}`],
];

describe.each(losses)('when %s', (_how, lose) => {
  test('the next request is 403, does nothing and ends the impersonation; the one after is the caller’s own', async () => {
    await lose();
    const refused = await helper.client.post('/api/users/profile', { firstName: 'Masked' });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
    const names = await service.sql`SELECT 1 FROM users WHERE first_name = 'Masked'`;
    expect(names).toHaveLength(0);
    const { body } = await helper.client.get('/api/auth/me');
    expect([body.user.id, body.impersonating]).toEqual([helper.id, null]);
    expect((await eventsOf(service, helper.email)).map(({ action }) => action)).toEqual([
      'ADMIN_IMPERSONATION_START',
      'ADMIN_IMPERSONATION_END',
    ]);
  });

  test('another node refuses too, and parallel requests record one end', async () => {
    await lose();
    const answers = await Promise.all(
      [helper.client, elsewhere(helper.client)].flatMap((each) => [1, 2, 3].map(() => each.get('/api/keys'))),
    );
    // Either node may come first. It ends the impersonation, and what comes later is the caller’s own.
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(403);
    expect(statuses.every((status) => status === 403 || status === 200)).toBe(true);
    expect(await whoIs(elsewhere(helper.client))).toBe(helper.id);
    expect(await eventsOf(service, helper.email)).toHaveLength(2);
  });

  test('exit works', async () => {
    await lose();
    const exit = await helper.client.post('/api/admin/exit-impersonation');
    expect([exit.status, exit.body]).toEqual([200, { success: true }]);
    expect(await whoIs(helper.client)).toBe(helper.id);
    expect((await eventsOf(service, helper.email)).at(-1)).toMatchObject({
      action: 'ADMIN_IMPERSONATION_END',
      metadata: { reason: 'exit', targetUserId: target.id },
    });
  });

  test('logout works', async () => {
    await lose();
    expect((await helper.client.post('/api/auth/logout')).status).toBe(200);
    expect((await helper.client.get('/api/auth/me')).status).toBe(401);
    expect((await eventsOf(service, helper.email)).at(-1)?.metadata.reason).toBe('logout');
    expect(await whoIs(target.client)).toBe(target.id);
  });
});

test('an OpenID Connect sign-in in the browser is refused as well', async () => {
  await owner().patch(member(target.id), { role: 'OWNER' });
  expect((await helper.client.get('/api/oidc/authorize?client_id=none')).status).toBe(403);
  expect(await whoIs(helper.client)).toBe(helper.id);
});

test('an OWNER can impersonate another OWNER, but never an ADMIN of the service', async () => {
  const boss = await newHolder(service, ['users:impersonate'], { organizationId: home.id, rank: 'OWNER' });
  expect((await boss.client.post('/api/admin/impersonate', { userId: home.owner.id })).status).toBe(200);
  await giveSystemRole(service, home.owner.id, 'ADMIN');
  expect((await boss.client.get('/api/auth/me')).status).toBe(403);
  const again = await boss.client.post('/api/admin/impersonate', { userId: home.owner.id });
  expect([again.status, again.body.error.code]).toEqual([403, 'CANNOT_IMPERSONATE']);
});

test('an ADMIN of the service can impersonate any user except an ADMIN, whatever their rank', async () => {
  const admin = await newStaff(service, 'ADMIN');
  await admin.client.post('/api/admin/impersonate', { userId: home.owner.id });
  expect(await whoIs(admin.client)).toBe(home.owner.id);
});

test('exit works for an ADMIN who lost two-factor, even if everyone must have it', async () => {
  const strict = await startService({ env: { ENABLE_TWO_FACTOR_AUTH: 'true' } });
  const { admin } = await startImpersonating(strict);
  await setTwoFactor(strict, admin.id, false);
  expect((await admin.client.post('/api/admin/exit-impersonation')).status).toBe(200);
  expect(await whoIs(admin.client)).toBe(admin.id);
});

test('a request whose body arrives after the impersonation became impossible is refused', async () => {
  const path = '/api/users/profile';
  const release = await holdBack(service, helper.client, {
    method: 'POST',
    path,
    body: { firstName: 'Late' },
  });
  await owner().patch(member(target.id), { role: 'OWNER' });
  expect(await release()).toBe(403);
  expect(await whoIs(helper.client)).toBe(helper.id);
});

import type { Permission } from '@latchkey/contract';
import type { Answer } from '@latchkey/server/testing/client';
import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import {
  inviteTo,
  newLoner,
  newMember,
  newOrganization,
  settleIn,
} from '@latchkey/server/testing/organizations';
import { giveRole, newHolder, newRole } from '@latchkey/server/testing/roles';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { setTwoFactor, takeRoles } from '@latchkey/server/testing/standing';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../platform/db/sql.ts';

const service = started(startService);
const second = started(() => startService({ database: service.database, clock: service.clock }));

type Organization = Awaited<ReturnType<typeof newOrganization>>;
type Client = Awaited<ReturnType<typeof newLoner>>['client'];
let home: Organization;
let foreign: Organization;
beforeEach(async () => {
  [home, foreign] = [await newOrganization(service), await newOrganization(service)];
});

const permissionsOf = async (client: Client): Promise<string[]> =>
  (await client.get('/api/auth/me')).body.permissions;
const rolesOf = async (userId: string): Promise<string[]> =>
  (
    await service.sql<{ name: string }[]>`
    SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = ${userId}`
  ).map(({ name }) => name);
const leave = (person: { id: string; client: Client }) =>
  person.client.delete(`/api/organizations/current/members/${person.id}`);
const join = async (organization: Organization, person: { email: string; client: Client }) => {
  const { token } = await inviteTo(organization.owner, person.email);
  return person.client.post(`/api/invites/${token}/accept`);
};

/** The same browser at another node. */
function elsewhere(client: Client): Client {
  const there = second.client();
  for (const [name, value] of client.cookies) there.cookies.set(name, value);
  return there;
}

test('a MEMBER with users:impersonate cannot become OWNER by impersonating the OWNER', async () => {
  const { client, id } = await newHolder(service, ['users:impersonate'], { organizationId: home.id });
  const started = await client.post('/api/admin/impersonate', { userId: home.owner.id });
  const promoted = await client.patch(`/api/organizations/current/members/${id}`, { role: 'OWNER' });
  expect([started.status, started.body.error?.code]).toEqual([403, 'PERMISSION_DENIED']);
  expect(promoted.status).toBe(403);
  expect((await client.get('/api/organizations/current')).body.organization.role).toBe('MEMBER');
});

test('a MEMBER with users:write who joins another organization cannot take over the account of its OWNER', async () => {
  const thief = await newHolder(service, ['users:write'], { organizationId: home.id });
  expect((await leave(thief)).status).toBe(200);
  expect((await join(foreign, thief)).status).toBe(200);
  const { id } = foreign.owner;
  const stolen = await thief.client.put(`/api/users/${id}`, { email: 'stolen@example.com' });
  expect([stolen.status, stolen.body.error?.code]).toEqual([403, 'PERMISSION_DENIED']);
  const reset = await thief.client.post(`/api/admin/users/${id}/reset-2fa`);
  expect([reset.status, reset.body.error?.code]).toEqual([403, 'PERMISSION_DENIED']);
  const [row] = await service.sql`SELECT email FROM users WHERE id = ${id}`;
  expect(row?.email).toBe(foreign.owner.email);
});

describe('an additional role', () => {
  const endings: [string, (person: { id: string; email: string; client: Client }) => Promise<unknown>][] = [
    ['the holder leaves', leave],
    [
      'the holder is removed',
      ({ id }) => home.owner.client.delete(`/api/organizations/current/members/${id}`),
    ],
    ['the organization is deleted', () => home.owner.client.delete('/api/organizations/current')],
    [
      'the organization is deleted in the database',
      () => service.sql`DELETE FROM organizations WHERE id = ${home.id}`,
    ],
    ['the holder is moved in the database', ({ id }) => settleIn(service, id, foreign.id)],
  ];

  test.each(endings)('ends with the membership when %s, on every node', async (_how, end) => {
    const holder = await newHolder(service, ['audit:read', 'shop:sell'], { organizationId: home.id });
    const there = elsewhere(holder.client);
    for (const client of [holder.client, there, holder.client, there])
      expect(await permissionsOf(client)).toEqual(['audit:read', 'shop:sell']);
    await end(holder);
    for (const client of [there, holder.client]) expect(await permissionsOf(client)).toEqual([]);
    expect(await rolesOf(holder.id)).toEqual([]);
  });

  test('that ends with a membership is named in the entry that says so', async () => {
    const holder = await newHolder(service, ['audit:read'], { organizationId: home.id });
    const [ended] = await rolesOf(holder.id);
    const kept = await newRole(service, ['users:read']);
    await giveRole(service, holder.id, kept.id);
    await leave(holder);
    const metadata = { targetUserId: holder.id, left: true, rolesEnded: [ended] };
    expect((await service.audit(holder.email)).at(-1)).toMatchObject({
      action: 'ORG_MEMBER_REMOVED',
      metadata,
    });
    const other = await newHolder(service, ['shop:sell'], { organizationId: home.id });
    const rolesEnded = await rolesOf(other.id);
    await home.owner.client.delete('/api/organizations/current');
    expect((await service.audit(home.owner.email)).at(-1)).toMatchObject({
      action: 'ORG_DELETED',
      metadata: { rolesEnded },
    });
  });

  test('does not come back when its holder returns', async () => {
    const holder = await newHolder(service, ['audit:read'], { organizationId: home.id });
    await leave(holder);
    expect((await join(home, holder)).status).toBe(200);
    expect(await permissionsOf(holder.client)).toEqual([]);
  });

  test('given in one organization does not count in another', async () => {
    const holder = await newHolder(service, ['audit:read'], { organizationId: home.id });
    await leave(holder);
    expect((await join(foreign, holder)).status).toBe(200);
    expect(await permissionsOf(holder.client)).toEqual([]);
    expect((await holder.client.get('/api/admin/audit-logs')).body.error.code).toBe('PERMISSION_DENIED');
  });

  test('that holds users:read, itself or from its parent, stays with the operator’s staff', async () => {
    const parent = await newRole(service, ['users:read']);
    const child = await newRole(service, ['audit:read'], parent.id);
    const holder = await newHolder(service, ['users:read', 'users:write'], { organizationId: home.id });
    await giveRole(service, holder.id, child.id);
    await leave(holder);
    const everything = ['audit:read', 'users:read', 'users:write'];
    expect((await permissionsOf(holder.client)).sort()).toEqual(everything);
    await join(foreign, holder);
    expect((await permissionsOf(holder.client)).sort()).toEqual(everything);
  });

  test('that loses users:read after its holder moved counts nowhere from the next request', async () => {
    const holder = await newHolder(service, [], { organizationId: home.id });
    const role = await newRole(service, ['users:read', 'audit:read']);
    await giveRole(service, holder.id, role.id);
    await leave(holder);
    await join(foreign, holder);
    expect(await permissionsOf(holder.client)).toContain('audit:read');
    const admin = await newStaff(service, 'ADMIN');
    await admin.client.patch(`/api/admin/roles/${role.id}`, { permissions: ['audit:read'] });
    expect(await permissionsOf(holder.client)).toEqual([]);
  });

  test('given to a user without an organization counts nowhere, even after they join, until given again', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const loner = await newLoner(service);
    const { name } = await newRole(service, ['shop:sell', 'users:list']);
    const give = () => admin.client.put(`/api/admin/users/${loner.id}/roles`, { roles: [name] });
    expect((await give()).body.roles).toEqual([name]);
    expect(await permissionsOf(loner.client)).toEqual([]);
    expect((await loner.client.get('/api/users')).body.error.code).toBe('PERMISSION_DENIED');
    await join(home, loner);
    expect(await permissionsOf(loner.client)).toEqual([]);
    const before = (await service.audit(admin.email)).length;
    expect((await give()).status).toBe(200);
    expect((await permissionsOf(loner.client)).sort()).toEqual(['shop:sell', 'users:list']);
    const [entry] = (await service.audit(admin.email)).slice(before);
    expect(entry).toMatchObject({ action: 'ADMIN_USER_ROLES_CHANGED', metadata: { targetUserId: loner.id } });
  });

  test('that counts nowhere does not require two-factor, and does once it counts', async () => {
    const loner = await newLoner(service);
    const role = await newRole(service, ['audit:read']);
    await giveRole(service, loner.id, role.id);
    const asked = async () => (await loner.client.get('/api/auth/me')).body.requiresTwoFactorSetup;
    expect(await asked()).toBe(false);
    await join(home, loner);
    await takeRoles(service, loner.id);
    await giveRole(service, loner.id, role.id);
    expect(await asked()).toBe(true);
  });
});

describe('a holder of roles:write can give no more than they hold', () => {
  const clerk = (more: string[] = []) =>
    newHolder(service, ['roles:write', 'roles:read', ...more], { organizationId: home.id, rank: 'ADMIN' });
  const give = (client: Client, id: string, ...roles: string[]) =>
    client.put(`/api/admin/users/${id}/roles`, { roles });
  const denied = { status: 403, body: { error: { code: 'PERMISSION_DENIED' } } };

  test('to themselves or a member, directly', async () => {
    const { client, id } = await clerk();
    const member = await newMember(service, home.id, 'MEMBER');
    for (const permission of ['users:write', 'users:read', 'shop:close']) {
      const { name } = await newRole(service, [permission]);
      for (const userId of [id, member.id]) expect(await give(client, userId, name)).toMatchObject(denied);
    }
    expect(await rolesOf(member.id)).toEqual([]);
    expect((await permissionsOf(client)).sort()).toEqual(['roles:read', 'roles:write']);
  });

  test('but can give what they hold, of the service and of an application', async () => {
    const { client } = await clerk(['shop:close']);
    const member = await newMember(service, home.id, 'MEMBER');
    const { name } = await newRole(service, ['shop:close', 'roles:read']);
    expect((await give(client, member.id, name)).status).toBe(200);
    expect((await permissionsOf(member.client)).sort()).toEqual(['roles:read', 'shop:close']);
  });

  test('to themselves, an equal or a member by changing what a role permits', async () => {
    const { client, id } = await clerk();
    const [equal, member] = [
      await newMember(service, home.id, 'ADMIN'),
      await newMember(service, home.id, 'MEMBER'),
    ];
    for (const userId of [id, equal.id, member.id]) {
      const role = await newRole(service, []);
      await giveRole(service, userId, role.id);
      for (const permission of ['users:write', 'shop:close']) {
        const changed = await client.patch(`/api/admin/roles/${role.id}`, { permissions: [permission] });
        expect(changed).toMatchObject(denied);
      }
    }
    expect(await permissionsOf(member.client)).toEqual([]);
  });

  test('by changing a role’s parent, or what the parent permits', async () => {
    const { client } = await clerk();
    const member = await newMember(service, home.id, 'MEMBER');
    const [parent, child] = [await newRole(service, ['shop:close']), await newRole(service, [])];
    await giveRole(service, member.id, child.id);
    const patch = (id: string, change: object) => client.patch(`/api/admin/roles/${id}`, change);
    expect(await patch(child.id, { parentId: parent.id })).toMatchObject(denied);
    const below = await newRole(service, []);
    await service.sql`UPDATE roles SET parent_id = ${below.id} WHERE id = ${child.id}`;
    expect(await patch(below.id, { permissions: ['shop:close'] })).toMatchObject(denied);
    expect(await permissionsOf(member.client)).toEqual([]);
  });

  test('nor change a role of an equal, a higher rank, another organization or a user with more rights', async () => {
    const { client } = await clerk();
    const more = await newHolder(service, ['audit:read'], { organizationId: home.id });
    const holders = [
      await newMember(service, home.id, 'ADMIN'),
      home.owner,
      foreign.owner,
      await newLoner(service),
      more,
    ];
    for (const holder of holders) {
      const role = await newRole(service, ['roles:read']);
      await giveRole(service, holder.id, role.id);
      expect(await client.patch(`/api/admin/roles/${role.id}`, { permissions: [] })).toMatchObject(denied);
    }
    const role = await newRole(service, ['roles:read']);
    await giveRole(service, (await newMember(service, home.id, 'MEMBER')).id, role.id);
    expect((await client.patch(`/api/admin/roles/${role.id}`, { permissions: [] })).status).toBe(200);
  });

  test('through User.role', async () => {
    const writer = await newHolder(service, ['users:write'], { organizationId: home.id, rank: 'OWNER' });
    const lister = await newHolder(service, ['users:write', 'users:list'], {
      organizationId: home.id,
      rank: 'OWNER',
    });
    const member = await newMember(service, home.id, 'MEMBER');
    const promote = (client: Client, role: string) => client.put(`/api/users/${member.id}`, { role });
    for (const role of ['MODERATOR', 'ADMIN'])
      expect(await promote(writer.client, role)).toMatchObject(denied);
    expect(await promote(lister.client, 'ADMIN')).toMatchObject(denied);
    expect((await promote(lister.client, 'MODERATOR')).body.user.role).toBe('MODERATOR');
  });
});

describe('requests in parallel', () => {
  const losses: [string, (tx: Db, holder: { id: string }) => Promise<unknown>][] = [
    ['lost the role', (tx, { id }) => tx`DELETE FROM user_roles WHERE user_id = ${id}`],
    ['left', (tx, { id }) => tx`DELETE FROM organization_members WHERE user_id = ${id}`],
    [
      'was demoted',
      (tx, { id }) => tx`UPDATE organization_members SET role = 'MEMBER' WHERE user_id = ${id}`,
    ],
    ['was deactivated', (tx, { id }) => tx`UPDATE users SET is_active = false WHERE id = ${id}`],
  ];
  const acts: [string, Permission, (client: Client, id: string) => Promise<Answer>][] = [
    ['rename', 'users:write', (client, id) => client.put(`/api/users/${id}`, { firstName: 'Late' })],
    [
      'set metadata of',
      'users:write',
      (client, id) => client.patch(`/api/users/${id}/metadata`, { publicMetadata: { late: true } }),
    ],
    ['reset two-factor for', 'users:write', (client, id) => client.post(`/api/admin/users/${id}/reset-2fa`)],
    ['deactivate', 'users:write', (client, id) => client.post(`/api/users/${id}/deactivate`)],
    ['delete', 'users:delete', (client, id) => client.delete(`/api/users/${id}`)],
    [
      'give a role to',
      'roles:write',
      (client, id) => client.put(`/api/admin/users/${id}/roles`, { roles: [] }),
    ],
  ];
  const cases = losses.flatMap(([how, lose]) =>
    acts.map(([what, by, act]) => ({ how, lose, what, by, act })),
  );

  test.each(cases)('a caller who $how meanwhile does not $what a member', async ({ lose, by, act }) => {
    const holder = await newHolder(service, [by], { organizationId: home.id, rank: 'ADMIN' });
    const target = await newMember(service, home.id, 'MEMBER');
    await setTwoFactor(service, target.id, true);
    const state = () => service.sql`SELECT * FROM users WHERE id = ${target.id}`;
    const before = await state();
    const answer = await during(
      service,
      async (tx) => {
        await tx`SELECT 1 FROM users WHERE id = ${target.id} FOR UPDATE`;
        await lose(tx, holder);
      },
      () => act(elsewhere(holder.client), target.id),
    );
    expect([401, 403, 404]).toContain(answer.status);
    expect(await state()).toEqual(before);
  });

  test('a target who is promoted meanwhile cannot be deleted', async () => {
    const holder = await newHolder(service, ['users:delete'], { organizationId: home.id, rank: 'ADMIN' });
    const target = await newMember(service, home.id, 'MEMBER');
    const answer = await during(
      service,
      (tx) => tx`UPDATE organization_members SET role = 'ADMIN' WHERE user_id = ${target.id}`,
      () => holder.client.delete(`/api/users/${target.id}`),
    );
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'PERMISSION_DENIED']);
  });
});

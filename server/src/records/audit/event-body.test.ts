import { auditActions, eventTypeOf, resourcesOf } from '@latchkey/contract';
import type { Answer, Client } from '@latchkey/server/testing/client';
import type { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { inviteTo, newLoner, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { moveTo, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { enroll, nextCode } from '@latchkey/server/testing/two-factor';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

type Body = { type: string; data: Record<string, unknown> & { action: string } };

/** The events a request leaves, by action. */
async function eventsOf(request: () => Promise<Answer>): Promise<Record<string, Body['data']>> {
  const before = new Set((await service.sql<{ id: string }[]>`SELECT id FROM events`).map(({ id }) => id));
  const { status, text } = await request();
  expect([status < 300, text]).toEqual([true, text]);
  const rows = await service.sql<{ id: string; body: string }[]>`SELECT id, body FROM events ORDER BY id`;
  const added = rows.filter(({ id }) => !before.has(id)).map(({ body }) => JSON.parse(body) as Body);
  for (const { type, data } of added) expect(type).toBe(eventTypeOf(data.action as 'AUTH_LOGOUT'));
  return Object.fromEntries(added.map(({ data }) => [data.action, data]));
}

async function shown(id: string): Promise<Record<string, unknown>> {
  const { lockedUntil: _, ...user } = (await admin.client.get(`/api/users/${id}`)).body.user;
  return user;
}

test('every action has an event type of at most 60 characters that filters can name', () => {
  for (const action of auditActions) {
    expect(eventTypeOf(action)).toMatch(/^[a-z][a-z_]*(\.[a-z][a-z_]*)+$/);
    expect(eventTypeOf(action).length).toBeLessThanOrEqual(60);
    expect(new Set(resourcesOf(action)).size).toBe(resourcesOf(action).length);
  }
});

describe('an event shows a user as they are after the change', () => {
  type Change = {
    action: string;
    change: (person: Awaited<ReturnType<typeof newUser>>) => Promise<() => Promise<Answer>>;
  };
  const password = 'Correct-Horse-7';
  const cases: Change[] = [
    {
      action: 'AUTH_LOGIN_SUCCESS',
      change:
        async ({ email }) =>
        () =>
          service.client().post('/api/auth/login', { email, password }),
    },
    {
      action: 'SECURITY_EMAIL_VERIFIED',
      async change({ email }) {
        await service.client().post('/api/auth/resend-verification', { email });
        const token = await service.mailedToken(email);
        return () => service.client().post('/api/auth/verify-email', { token, password });
      },
    },
    {
      action: 'SECURITY_EMAIL_CHANGED',
      async change({ client, email }) {
        await client.post('/api/users/profile', { email: `new-${email}`, firstName: 'Renamed' });
        const token = await service.mailedToken(`new-${email}`);
        return () => client.post('/api/auth/verify-email', { token });
      },
    },
    {
      action: 'SECURITY_EMAIL_CHANGE_UNDONE',
      async change({ client, email }) {
        await service.sql`UPDATE users SET email_verified_at = now() WHERE email = ${email}`;
        await moveTo(service, client, `moved-${email}`);
        const token = await service.mailedToken(email);
        return () => service.client().post('/api/auth/undo-email-change', { token });
      },
    },
    {
      action: 'SECURITY_PASSWORD_CHANGED',
      change:
        async ({ client }) =>
        () =>
          client.post('/api/users/profile', { password: 'Better-Horse-8', currentPassword: password }),
    },
    {
      action: 'SECURITY_ACCOUNT_RECLAIMED',
      async change({ client, email }) {
        await enroll(service, client);
        await client.post('/api/auth/forgot-password', { email });
        const token = await service.mailedToken(email);
        return () => service.client().post('/api/auth/reset-password', { token, password: 'Better-Horse-8' });
      },
    },
    {
      action: 'AUTH_2FA_ENABLED',
      async change({ client }) {
        const { secret } = (await client.post('/api/auth/2fa/setup')).body;
        return () => client.post('/api/auth/2fa/verify', { code: nextCode(service, secret) });
      },
    },
    {
      action: 'AUTH_2FA_DISABLED',
      async change({ client }) {
        const { secret } = await enroll(service, client);
        return () => client.post('/api/auth/2fa/disable', { code: nextCode(service, secret) });
      },
    },
    {
      action: 'ADMIN_2FA_RESET',
      async change({ client, id }) {
        await enroll(service, client);
        return () => admin.client.post(`/api/admin/users/${id}/reset-2fa`);
      },
    },
    {
      action: 'ADMIN_USER_UPDATED',
      change:
        async ({ id }) =>
        () =>
          admin.client.put(`/api/users/${id}`, { firstName: 'Ada', role: 'MODERATOR', isActive: false }),
    },
    {
      action: 'ADMIN_USER_DEACTIVATED',
      change:
        async ({ id }) =>
        () =>
          admin.client.post(`/api/users/${id}/deactivate`),
    },
    {
      action: 'ADMIN_USER_ACTIVATED',
      async change({ id }) {
        await admin.client.post(`/api/users/${id}/deactivate`);
        return () => admin.client.post(`/api/users/${id}/activate`);
      },
    },
    {
      action: 'ADMIN_USER_ROLES_CHANGED',
      change:
        async ({ id }) =>
        () =>
          admin.client.put(`/api/admin/users/${id}/roles`, { roles: ['ROLE_MODERATOR'] }),
    },
    {
      action: 'ADMIN_IMPERSONATION_START',
      async change({ id: userId }) {
        const other = await newStaff(service, 'ADMIN');
        return () => other.client.post('/api/admin/impersonate', { userId });
      },
    },
  ];

  test.each(cases)('$action', async ({ action, change }) => {
    const person = await newUser(service);
    const events = await eventsOf(await change(person));
    const user = await shown(person.id);
    // A reset that reclaims an account verifies the address in the next event.
    if (action === 'SECURITY_ACCOUNT_RECLAIMED')
      Object.assign(user, { emailVerified: false, emailVerifiedAt: null, updatedAt: expect.any(String) });
    expect(events[action]?.user).toEqual(user);
    expect(events[action]?.organizationId).toBe(person.organizationId);
  });
});

test('a deleted user is shown as they last were, and so is the organization deleted with them', async () => {
  const person = await newUser(service);
  const last = await shown(person.id);
  const events = await eventsOf(() => admin.client.delete(`/api/users/${person.id}`));
  expect(events.ADMIN_USER_DELETED).toMatchObject({
    user: last,
    actor: { id: admin.id, email: admin.email },
  });
  expect(events.ORG_DELETED?.organization).toMatchObject({ id: person.organizationId });
});

test('an ADMIN created on the command line is shown in an event without an actor', async () => {
  const { createAdmin } = await import('../../features/users/admins.ts');
  const { atCommandLine } = await import('../../identity/caller/caller.ts');
  const email = 'made@example.com';
  await createAdmin(atCommandLine(service.deps), { email, password: 'Correct-Horse-7' });
  const [row] = await service.sql<
    { body: string }[]
  >`SELECT body FROM events WHERE body LIKE ${`%${email}%`}`;
  expect(JSON.parse(row?.body ?? '')).toMatchObject({
    type: 'user.created',
    data: { actor: null, organizationId: null, metadata: { via: 'cli' }, user: { email, role: 'ADMIN' } },
  });
});

describe('an event shows other resources as the API shows them', () => {
  const path = '/api/organizations/current';
  const listed = async (client: Client, what: string) => (await client.get(`${path}/${what}`)).body[what];

  test('an organization, without fields that depend on the viewer', async () => {
    const loner = await newLoner(service);
    const created = await eventsOf(() => loner.client.post('/api/organizations', { name: 'Analytical' }));
    const { role: _, memberCount: __, ...own } = (await loner.client.get(path)).body.organization;
    expect(created.ORG_CREATED?.organization).toEqual(own);
    const updated = await eventsOf(() => loner.client.patch(path, { name: 'Engines' }));
    const after = (await loner.client.get(path)).body.organization;
    expect(updated.ORG_UPDATED?.organization).toEqual({
      ...own,
      name: 'Engines',
      updatedAt: after.updatedAt,
    });
    const deleted = await eventsOf(() => loner.client.delete(path));
    expect(deleted.ORG_DELETED?.organization).toMatchObject({ id: own.id, name: 'Engines' });
  });

  test('an invitation, never with its token or URL, and the member it creates', async () => {
    const { owner } = await newOrganization(service);
    const loner = await newLoner(service);
    const { token, url, ...invite } = await inviteTo(owner, loner.email, 'ADMIN');
    const accepted = await eventsOf(() => loner.client.post(`/api/invites/${token}/accept`));
    expect(accepted.ORG_INVITE_ACCEPTED?.invite).toEqual(invite);
    const member = (await listed(owner.client, 'members')).find(({ id }: { id: string }) => id === loner.id);
    expect(accepted.ORG_INVITE_ACCEPTED?.member).toEqual(member);
    const [body] =
      await service.sql`SELECT 1 FROM events WHERE body LIKE ${`%${token}%`} OR body LIKE ${`%${url}%`}`;
    expect(body).toBeUndefined();
    const other = await inviteTo(owner, 'other@example.com');
    const canceled = await eventsOf(() => owner.client.delete(`${path}/invites/${other.id}`));
    expect(canceled.ORG_INVITE_CANCELLED?.invite).toMatchObject({ id: other.id, email: 'other@example.com' });
  });

  test('a member, and their last state when they are removed', async () => {
    const { id, owner } = await newOrganization(service);
    const member = await newMember(service, id, 'MEMBER');
    const changed = await eventsOf(() =>
      owner.client.patch(`${path}/members/${member.id}`, { role: 'ADMIN' }),
    );
    const [, now] = await listed(owner.client, 'members');
    expect(changed.ORG_MEMBER_ROLE_CHANGED?.member).toEqual(now);
    const removed = await eventsOf(() => owner.client.delete(`${path}/members/${member.id}`));
    expect(removed.ORG_MEMBER_REMOVED?.member).toEqual(now);
  });

  test('an API key, without the key itself', async () => {
    const { client } = await newUser(service);
    let made: Awaited<ReturnType<typeof newKey>> | undefined;
    const created = await eventsOf(async () => {
      const answer = await client.post('/api/keys', { name: 'deploy' });
      made = answer.body;
      return answer;
    });
    const show = async () => (await client.get(`/api/keys/${made?.id}`)).body;
    expect(created.API_KEY_CREATED?.apiKey).toEqual(await show());
    expect(JSON.stringify(created)).not.toContain(made?.key);
    const updated = await eventsOf(() => client.patch(`/api/keys/${made?.id}`, { name: 'renamed' }));
    expect(updated.API_KEY_UPDATED?.apiKey).toEqual(await show());
    const revoked = await eventsOf(() => client.delete(`/api/keys/${made?.id}`));
    expect(revoked.API_KEY_REVOKED?.apiKey).toEqual(await show());
  });

  test('a role', async () => {
    let id = '';
    const created = await eventsOf(async () => {
      const answer = await admin.client.post('/api/admin/roles', { name: 'ROLE_SUPPORT' });
      id = answer.body.role.id;
      return answer;
    });
    const show = async () => (await admin.client.get(`/api/admin/roles/${id}`)).body.role;
    expect(created.ADMIN_ROLE_CREATED?.role).toEqual(await show());
    const change = { permissions: ['users:list'] };
    const updated = await eventsOf(() => admin.client.patch(`/api/admin/roles/${id}`, change));
    const last = await show();
    expect(updated.ADMIN_ROLE_UPDATED?.role).toEqual(last);
    const deleted = await eventsOf(() => admin.client.delete(`/api/admin/roles/${id}`));
    expect(deleted.ADMIN_ROLE_DELETED?.role).toEqual(last);
  });
});

test('a login writes its audit entry and its event in a single statement', async () => {
  const { email } = await newUser(service);
  const statements: string[] = [];
  Object.assign(service.sql.options, { debug: (_: number, text: string) => statements.push(text) });
  await service.client().post('/api/auth/login', { email, password: 'Correct-Horse-7' });
  Object.assign(service.sql.options, { debug: false });
  const writing = statements.filter((text) => /INSERT INTO (audit_logs|events|event_queue)/.test(text));
  expect(writing).toHaveLength(1);
  expect(writing[0]).toMatch(/INSERT INTO audit_logs[\s\S]*INSERT INTO events/);
});

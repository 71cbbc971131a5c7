import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { clientFor, newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Demo, fillDemo } from './fill-demo.ts';

const service = started(startService);
let demo: Demo | undefined;
let admin: Client;
beforeAll(async () => {
  demo = await fillDemo(service.deps);
  const [row] = await service.sql<{ id: string }[]>`
    UPDATE users SET two_factor_enabled = true WHERE email = ${demo?.adminEmail ?? ''} RETURNING id`;
  admin = await clientFor(service, row?.id ?? '');
});

test('a demo user signs in with the returned password', async () => {
  const answer = await service
    .client()
    .post('/api/auth/login', { email: demo?.memberEmail, password: demo?.password });
  expect(answer.status).toBe(200);
  expect(answer.body.user).toMatchObject({ email: demo?.memberEmail, organizationId: expect.any(String) });
});

test('the demo ADMIN with two-factor sees users, organizations, roles, audit logs, emails, keys, invites', async () => {
  const users = await admin.get('/api/users?limit=100');
  expect(users.body.pagination.total).toBe(demo?.users);
  expect((await admin.get('/api/admin/organizations')).body.pagination.total).toBe(4);
  expect((await admin.get('/api/admin/roles')).body.roles.length).toBe(6);
  expect((await admin.get('/api/admin/audit-logs?organizationId=all')).body.total).toBeGreaterThan(1000);
  expect((await admin.get('/api/admin/emails')).body.pagination.total).toBeGreaterThanOrEqual(60);
  expect((await admin.get('/api/keys')).body.count).toBe(3);
  expect((await admin.get('/api/organizations/current/invites')).body.invites).toHaveLength(3);
});

test('the demo has three permissions in its catalog, two templates, and a role of an organization that people have', async () => {
  const { roles, permissions } = (await admin.get('/api/organizations/current/roles')).body;
  expect(permissions).toHaveLength(3);
  expect(roles.map(({ key, source }: { key: string; source: string }) => [key, source])).toEqual([
    ['viewer', 'service'],
    ['support', 'service'],
    ['org-accounting', 'organization'],
  ]);
  const { members } = (await admin.get('/api/organizations/current/members?limit=100')).body;
  const given = members.flatMap((member: { roles: string[] }) => member.roles);
  expect(new Set(given)).toEqual(new Set(['support', 'org-accounting']));
});

test('the demo has applications, webhooks, a SAML and an OIDC connection, groups and keys, each with its entry', async () => {
  const of = async (path: string) => (await admin.get(path)).body;
  const current = '/api/organizations/current';
  const { applications } = await of('/api/admin/applications');
  expect(applications.map(({ kind }: { kind: string }) => kind)).toEqual(['native', 'spa', 'web']);
  const { connections } = await of(`${current}/connections`);
  expect(connections.map(({ kind }: { kind: string }) => kind)).toEqual(['saml', 'oidc']);
  expect(connections[0]).toMatchObject({ enabled: true, domains: ['sso.meridian.example'] });
  expect(connections[0].saml.certificates).toHaveLength(1);
  expect((await of(`${current}/webhooks`)).webhooks).toHaveLength(1);
  expect((await of('/api/admin/webhooks')).webhooks).toHaveLength(1);
  const { groups } = await of(`${current}/scim-groups`);
  expect(groups.map(({ displayName }: { displayName: string }) => displayName).sort()).toEqual([
    'Engineering',
    'Support',
    'Team leads',
  ]);
  expect((await of(`${current}/keys`)).keys).toHaveLength(3);
  for (const action of ['ADMIN_APP_CREATED', 'ORG_CONNECTION_CREATED', 'ORG_KEY_CREATED'])
    expect((await of(`/api/admin/audit-logs?action=${action}`)).total, action).toBeGreaterThan(1);
});

test('does not touch a database that already has users', async () => {
  const before = await service.sql`SELECT count(*) FROM users`;
  expect(await fillDemo(service.deps)).toBeUndefined();
  expect(await service.sql`SELECT count(*) FROM users`).toEqual(before);
});

describe('the demo data is consistent', () => {
  test('no two users have the same name', async () => {
    const [names] =
      await service.sql`SELECT count(DISTINCT (first_name, last_name)) AS distinct, count(*) AS all FROM users WHERE first_name IS NOT NULL`;
    expect(names?.distinct).toBe(names?.all);
  });

  test('no activity, session or email predates its user or outlasts their deactivation', async () => {
    expect(
      await service.sql`SELECT email FROM users WHERE last_login_at < created_at OR email_verified_at < created_at`,
    ).toEqual([]);
    expect(
      await service.sql`
        SELECT u.email, a.action FROM audit_logs a JOIN users u ON u.id = a.user_id
         WHERE a.created_at < u.created_at OR (NOT u.is_active AND a.created_at > u.updated_at)`,
    ).toEqual([]);
    expect(
      await service.sql`
        SELECT u.email FROM emails e JOIN users u ON u.id = e.user_id
         WHERE e.created_at < u.created_at OR (NOT u.is_active AND e.created_at > u.updated_at)`,
    ).toEqual([]);
    expect(
      await service.sql`
        SELECT u.email FROM sessions s JOIN users u ON u.id = s.user_id
         WHERE s.created_at < u.created_at OR s.last_seen_at < s.created_at OR NOT u.is_active`,
    ).toEqual([]);
    expect(await service.sql`SELECT 1 FROM users WHERE NOT is_active`).not.toEqual([]);
  });

  test("a user's last sign-in is the latest one in the audit log", async () => {
    expect(
      await service.sql`
        SELECT u.email FROM users u
         WHERE u.email <> ${demo?.memberEmail ?? ''} AND u.last_login_at IS DISTINCT FROM
           (SELECT max(a.created_at) FROM audit_logs a WHERE a.user_id = u.id AND a.action = 'AUTH_LOGIN_SUCCESS')`,
    ).toEqual([]);
  });

  test('two-factor is used only by users who have it', async () => {
    const used = await service.sql<{ email: string; enabled: boolean }[]>`
      SELECT DISTINCT u.email, u.two_factor_enabled AS enabled FROM audit_logs a JOIN users u ON u.id = a.user_id
       WHERE a.action IN ('AUTH_2FA_SUCCESS', 'AUTH_2FA_ENABLED')`;
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter(({ enabled }) => !enabled)).toEqual([]);
  });

  test('the activity report counts exactly the users who joined in its window', async () => {
    type Day = { date: string; newUsers: number };
    const { days } = (await admin.get('/api/admin/audit-logs/activity?days=90&organizationId=all')).body;
    const counted = (days as Day[]).reduce((sum, day) => sum + day.newUsers, 0);
    const first = (days as Day[])[0]?.date ?? '';
    const [joined] = await service.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM users WHERE created_at >= ${first}::text::timestamptz`;
    expect(counted).toBe(joined?.count);
    expect(counted).toBeGreaterThan(3);
  });

  test('every organization has an owner who was there when it was created', async () => {
    expect(
      await service.sql`
        SELECT o.name FROM organizations o WHERE NOT EXISTS (
          SELECT 1 FROM organization_members m JOIN users u ON u.id = m.user_id
         WHERE m.organization_id = o.id AND m.role = 'OWNER' AND u.is_active AND u.created_at = o.created_at)`,
    ).toEqual([]);
  });
});

test('someone new can still register', async () => {
  expect((await newUser(service)).id).toBeTruthy();
});

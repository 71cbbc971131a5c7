import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientFor, newUser, startService, type TestService } from '../testing/service.ts';
import { type Demo, fillDemo } from './fill.ts';

let service: TestService;
let demo: Demo | undefined;
beforeAll(async () => {
  service = await startService();
  demo = await fillDemo(service.deps);
});
afterAll(() => service.close());

const idOf = async (email: string | undefined) => {
  const [user] = await service.sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${email ?? ''}`;
  return user?.id ?? '';
};

test('its people sign in with the password it tells', async () => {
  const answer = await service
    .client()
    .post('/api/auth/login', { email: demo?.memberEmail, password: demo?.password });
  expect(answer.status).toBe(200);
  expect(answer.body.user).toMatchObject({ email: demo?.memberEmail, organizationId: expect.any(String) });
});

test('its ADMIN, once he has two-factor, finds people, roles, a month of audit and a mail log', async () => {
  const id = await idOf(demo?.adminEmail);
  await service.sql`UPDATE users SET two_factor_enabled = true WHERE id = ${id}`;
  const client = await clientFor(service, id);
  const users = await client.get('/api/users?limit=100');
  expect(users.body.pagination.total).toBe(demo?.users);
  expect((await client.get('/api/admin/roles')).body.roles.length).toBe(6);
  expect((await client.get('/api/admin/audit-logs?organizationId=all')).body.total).toBeGreaterThan(1000);
  expect((await client.get('/api/admin/emails')).body.pagination.total).toBeGreaterThanOrEqual(60);
  expect((await client.get('/api/keys')).body.count).toBe(3);
  expect((await client.get('/api/organizations/current/invites')).body.invites).toHaveLength(3);
});

test('leaves a database alone that somebody lives in', async () => {
  const before = await service.sql`SELECT count(*) FROM users`;
  expect(await fillDemo(service.deps)).toBeUndefined();
  expect(await service.sql`SELECT count(*) FROM users`).toEqual(before);
});

test('nobody is there twice', async () => {
  await newUser(service);
  const [names] =
    await service.sql`SELECT count(DISTINCT (first_name, last_name)) AS distinct, count(*) AS all FROM users WHERE first_name IS NOT NULL`;
  expect(names?.distinct).toBe(names?.all);
});

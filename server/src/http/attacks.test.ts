import { started } from '@latchkey/server/testing/lifetime';
import { settleIn } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);

describe('an uppercase id', () => {
  test('does not let the last OWNER leave the organization', async () => {
    const owner = await newUser(service);
    const member = await newUser(service);
    await settleIn(service, member.id, owner.organizationId, 'MEMBER');
    const answer = await owner.client.delete(`/api/organizations/current/members/${owner.id.toUpperCase()}`);
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('LAST_OWNER');
  });

  test('does not let an ADMIN deactivate, delete or demote themselves or reset their own two-factor', async () => {
    const { client, id } = await newStaff(service, 'ADMIN');
    const own = id.toUpperCase();
    const answers = [
      await client.post(`/api/users/${own}/deactivate`),
      await client.delete(`/api/users/${own}`),
      await client.post(`/api/admin/users/${own}/reset-2fa`),
      await client.put(`/api/users/${own}`, { role: 'USER' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test('lets users look themselves up', async () => {
    const { client, id } = await newUser(service);
    expect((await client.get(`/api/users/${id.toUpperCase()}`)).body.user.id).toBe(id);
  });
});

test('signing out everywhere else also ends a session that is being renewed at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const { client, email } = await newUser(service);
    const remembered = service.client();
    await remembered.post('/api/auth/login', { email, password, rememberMe: true });
    const returning = service.client();
    returning.cookies.set('remember_me', remembered.cookies.get('remember_me') ?? '');
    await Promise.all([returning.get('/api/auth/me'), client.delete('/api/auth/sessions')]);
    // Whichever request was faster, only the session that ended the others is left.
    const alive =
      await service.sql`SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ${email}`;
    expect(alive).toHaveLength(1);
  }
});

test("a login does not leave another user's remembered login in the browser", async () => {
  const first = await newUser(service);
  const second = await newUser(service);
  const browser = service.client();
  await browser.post('/api/auth/login', { email: first.email, password, rememberMe: true });
  const answer = await browser.post('/api/auth/login', { email: second.email, password });
  expect(answer.cookies.remember_me).toMatchObject({ value: '', maxAge: 0, path: '/' });
  expect(browser.cookies.has('remember_me')).toBe(false);
});

test('guessing the current password with a stolen session is audited, and locks after five attempts', async () => {
  const { client, email } = await newUser(service);
  const guess = () =>
    client.post('/api/users/profile', { password: 'Brand-New-1', currentPassword: 'Wrong-Horse-7' });
  const answers = await Promise.all(Array.from({ length: 20 }, guess));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 423)).toHaveLength(16);
  const failures = (await service.audit(email)).filter(
    ({ metadata }) => metadata.reason === 'wrong_current_password',
  );
  expect(failures).toHaveLength(5);
});

test('a read-only key cannot change anything on a public route', async () => {
  const { client } = await newUser(service);
  const { key } = (await client.post('/api/keys', { name: 'reader' })).body;
  const reader = service.client();
  reader.bearer = key;
  const answer = await reader.post('/api/test/reset-rate-limits');
  expect(answer.status).toBe(403);
  expect(answer.body.error.code).toBe('API_KEY_READ_ONLY');
});

describe('while impersonating', () => {
  async function impersonating() {
    const admin = await newStaff(service, 'ADMIN');
    const target = await newUser(service);
    const client = await clientFor(service, admin.id);
    await client.post('/api/admin/impersonate', { userId: target.id });
    return { client, target };
  }

  test('a password change is 403, and nothing is changed', async () => {
    const { client } = await impersonating();
    expect((await client.post('/api/users/profile', { password: 'weak' })).status).toBe(400);
    const answer = await client.post('/api/users/profile', { password: 'Another-Horse-8' });
    expect(answer.status).toBe(403);
    expect(answer.body.error.type).toBe('FORBIDDEN');
  });

  test('sending the email back unchanged is allowed, but changing it is 403', async () => {
    const { client, target } = await impersonating();
    const same = await client.post('/api/users/profile', {
      email: target.email.toUpperCase(),
      firstName: 'Ada',
    });
    expect(same.status).toBe(200);
    expect((await client.post('/api/users/profile', { email: 'other@example.com' })).status).toBe(403);
  });
});

test("a refused refresh token from the body leaves the browser's cookies alone", async () => {
  const { client } = await newUser(service);
  const answer = await client.post('/api/auth/refresh', { refreshToken: 'wrong' });
  expect(answer.status).toBe(401);
  expect(answer.cookies).toEqual({});
  expect((await client.get('/api/auth/me')).status).toBe(200);
});

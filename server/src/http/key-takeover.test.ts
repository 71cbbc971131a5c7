import { endpoints } from '@latchkey/contract';
import type { Answer } from '@latchkey/server/testing/client';
import { during } from '@latchkey/server/testing/during';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { clientFor, newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);

/** A user whose key, which may do everything, has leaked. */
async function newLeak(role?: 'ADMIN') {
  const owner = role ? await newStaff(service, role) : await newUser(service);
  const { key } = await newKey(owner.client, { permission: 'READ_WRITE' });
  return { ...owner, thief: keyClient(service, key) };
}

const refused = (answer: Answer) => [answer.status, answer.body.error?.code];
const notByKey = [403, 'API_KEY_NOT_ALLOWED'];

describe('a leaked READ_WRITE key', () => {
  test('cannot take over the account by changing its email', async () => {
    const { thief, id, email } = await newLeak();
    const evil = `evil-${email}`;
    const paths = [`/api/users/${id}`, `/api/users/${id.toUpperCase()}`];
    expect(refused(await thief.post('/api/users/profile', { email: evil }))).toEqual(notByKey);
    for (const path of paths) expect(refused(await thief.put(path, { email: evil }))).toEqual(notByKey);
    await service.client().post('/api/auth/forgot-password', { email: evil });
    expect(await service.mails(evil)).toEqual([]);
    expect((await thief.get('/api/auth/me')).body.user.email).toBe(email);
  });

  test("of an ADMIN cannot change another user's email to any address", async () => {
    const { thief, email } = await newLeak('ADMIN');
    const victim = await newUser(service);
    for (const id of [victim.id, victim.id.toUpperCase()])
      for (const sent of [`evil-${email}`, email, victim.email])
        expect(refused(await thief.put(`/api/users/${id}`, { email: sent }))).toEqual(notByKey);
    expect((await victim.client.get('/api/users/profile')).body.user.email).toBe(victim.email);
  });

  test('is refused when it sends a malformed email, which is judged after it is parsed', async () => {
    const { thief } = await newLeak();
    for (const email of [null, 7, '', ['a@example.com'], { a: 1 }])
      expect(refused(await thief.post('/api/users/profile', { email }))).toEqual([400, 'VALIDATION_FAILED']);
  });

  test("can send the user's own address back unchanged along with other changes", async () => {
    const { thief, id, email } = await newLeak();
    const sent = { email: ` ${email.toUpperCase()} `, firstName: 'Ada' };
    for (const answer of [
      await thief.post('/api/users/profile', sent),
      await thief.put(`/api/users/${id}`, sent),
      await thief.put(`/api/users/${id.toUpperCase()}`, sent),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.body.user).toMatchObject({ email, firstName: 'Ada' });
    }
  });

  test('does not restore an address that its owner is changing at the same time', async () => {
    const { thief, id, email } = await newLeak();
    const moved = `moved-${email}`;
    const answer = await during(
      service,
      (tx) => tx`UPDATE users SET email = ${moved} WHERE id = ${id}`,
      () => thief.post('/api/users/profile', { email, firstName: 'Ada' }),
    );
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ email: moved, firstName: 'Ada' });
  });

  // What a key must never change, written out here and not read from the declarations.
  test.each([
    [
      'changing the password',
      'POST',
      '/api/users/profile',
      { password: 'Brand-New-1', currentPassword: password },
    ],
    ['setting a first password', 'POST', '/api/users/profile', { password: 'Brand-New-1' }],
    ['resetting a password', 'POST', '/api/auth/reset-password', { token: 'x', password: 'Brand-New-1' }],
    ['undoing an email change', 'POST', '/api/auth/undo-email-change', { token: 'x' }],
    ['verifying an email', 'POST', '/api/auth/verify-email', { token: 'x' }],
    ['setting up two-factor', 'POST', '/api/auth/2fa/setup', {}],
    ['turning on two-factor', 'POST', '/api/auth/2fa/verify', { code: '123456' }],
    ['turning off two-factor', 'POST', '/api/auth/2fa/disable', { code: '123456' }],
    ['replacing the backup codes', 'POST', '/api/auth/2fa/backup-codes', { code: '123456' }],
    ["resetting a user's two-factor", 'POST', '/api/admin/users/:id/reset-2fa', {}],
    ['linking a provider', 'POST', '/api/auth/oauth/link', { token: 'x', password }],
    ['unlinking a provider', 'DELETE', '/api/auth/oauth/accounts/google', undefined],
    ['unlinking a provider by query', 'DELETE', '/api/auth/oauth/accounts?provider=google', undefined],
    ['creating another key', 'POST', '/api/keys', { name: 'another' }],
    ['changing a key', 'PATCH', '/api/keys/:id', { permission: 'READ_WRITE' }],
    ['revoking a key', 'DELETE', '/api/keys/:id', undefined],
    ['revoking a session', 'DELETE', '/api/auth/sessions/:id', undefined],
    [
      'starting an impersonation',
      'POST',
      '/api/admin/impersonate',
      { userId: '00000000-0000-7000-8000-000000000000' },
    ],
  ])('is refused: %s', async (_what, method, path, body) => {
    const { thief, id } = await newLeak('ADMIN');
    const answer = await thief.send(method, path.replace(':id', id), body ? { body } : {});
    expect(refused(answer)).toEqual(notByKey);
  });
});

test('the only fields guarded against API keys are the password, the email and the URL of a webhook', () => {
  const guarded = Object.entries(endpoints).flatMap(([name, route]) =>
    'guardedFields' in route ? [[name, route.guardedFields]] : [],
  );
  const inPerson = { apiKey: false, impersonation: 'blocked', about: 'personal' };
  expect(Object.fromEntries(guarded)).toEqual({
    updateProfile: {
      password: { ...inPerson, recent: 'first' },
      email: { ...inPerson, unchanged: 'allowed' },
    },
    updateUser: { email: { ...inPerson, unchanged: 'allowed' } },
    updateWebhook: { url: { recent: true } },
    updateOrganizationWebhook: { url: { recent: true } },
  });
});

test("an ADMIN who impersonates a user cannot give a third user the impersonated user's address", async () => {
  const admin = await newStaff(service, 'ADMIN');
  const [target, third] = [await newStaff(service, 'MODERATOR'), await newUser(service)];
  const client = await clientFor(service, admin.id);
  await client.post('/api/admin/impersonate', { userId: target.id });
  const answer = await client.put(`/api/users/${third.id}`, { email: target.email });
  expect(refused(answer)).toEqual([403, 'IMPERSONATION_BLOCKED']);
});

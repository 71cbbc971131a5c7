import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newApplication, tokensFor, userinfo } from '@latchkey/server/testing/oidc';
import {
  newStaff,
  newUser,
  password,
  startService,
  type TestService,
} from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

/** Two nodes that share a database: one verifies addresses, one doesn't. An operator would restart in between. */
const strict = started(startService);
const open = started(async () => {
  const env = { ENABLE_EMAIL_VERIFICATION: 'false', ENABLE_EMAIL_LOGIN: 'true' };
  return startService({ env, database: strict.database, clock: strict.clock });
});

const signIn = async (service: TestService, email: string) => {
  const client = service.client();
  const { body } = await client.post('/api/auth/login', { email, password });
  return { client, user: body.user };
};
const actions = async (userId: string) =>
  (await strict.sql<{ action: string }[]>`SELECT action FROM audit_logs WHERE user_id = ${userId}`).map(
    ({ action }) => action,
  );

describe('an account made while addresses were verified, once they no longer are', () => {
  test('counts as verified everywhere, and no longer does when verification is back on', async () => {
    const { email, id } = await newUser(strict);
    const { client, user } = await signIn(open, email);
    const admin = await newStaff(open, 'ADMIN');
    const shown = [
      user,
      (await client.get('/api/auth/me')).body.user,
      (await client.get('/api/users/profile')).body.user,
      (await client.post('/api/users/profile', { firstName: 'Ada' })).body.user,
      (await client.get(`/api/users/${id}`)).body.user,
      (await admin.client.get(`/api/users?search=${email}`)).body.users[0],
      (await admin.client.post(`/api/users/${id}/unlock`)).body.user,
    ];
    for (const each of shown) expect(each).toMatchObject({ id, emailVerified: true });
    expect((await signIn(strict, email)).user).toMatchObject({ emailVerified: false, emailVerifiedAt: null });
  });

  test('counts as verified in events', async () => {
    const { email, id } = await newUser(strict);
    const admin = await newStaff(open, 'ADMIN');
    await admin.client.post(`/api/users/${id}/deactivate`);
    await admin.client.post(`/api/users/${id}/activate`);
    await signIn(open, email);
    const bodies = await strict.sql<{ body: string }[]>`
      SELECT body FROM events WHERE body::text LIKE ${`%${email}%`} ORDER BY id`;
    const users = bodies.map(({ body }) => JSON.parse(body).data).filter(({ user }) => user?.id === id);
    const told = users.map(({ action, user }) => [action, user.emailVerified]);
    expect(told).toContainEqual(['AUTH_REGISTER', false]);
    for (const action of ['ADMIN_USER_DEACTIVATED', 'ADMIN_USER_ACTIVATED', 'AUTH_LOGIN_SUCCESS'])
      expect(told.filter(([each]) => each === action).at(-1)).toEqual([action, true]);
  });

  test('counts as verified for applications', async () => {
    const { email } = await newUser(strict);
    const application = await newApplication(open);
    const { client } = await signIn(open, email);
    const tokens = await tokensFor(open, client, application, { scope: 'openid email' });
    expect((await userinfo(open, tokens.access_token)).body).toMatchObject({ email, email_verified: true });
  });

  test('loses nothing by a reset or an emailed code, and neither email says so', async () => {
    const { email, id, client } = await newUser(strict);
    const { key } = await newKey(client);
    await open.client().post('/api/auth/forgot-password', { email });
    expect((await open.mails(email)).at(-1)?.text).not.toContain('never confirmed');
    const token = await open.mailedToken(email);
    const reset = await open.client().post('/api/auth/reset-password', { token, password: 'Better-Horse-8' });
    expect(reset.status).toBe(200);
    expect((await keyClient(open, key).get('/api/auth/me')).status).toBe(200);
    expect(await actions(id)).not.toContain('SECURITY_ACCOUNT_RECLAIMED');

    const other = await newUser(strict);
    const browser = open.client();
    await browser.post('/api/auth/email-code', { email: other.email });
    const mail = (await open.mails(other.email)).at(-1)?.text ?? '';
    expect(mail).not.toContain('never confirmed');
    const code = /^Code: (\d{6})$/m.exec(mail)?.[1];
    const verified = await browser.post('/api/auth/email-code/verify', { email: other.email, code });
    expect(verified.status).toBe(200);
    expect((await signIn(open, other.email)).user).toMatchObject({ id: other.id });
    expect(await actions(other.id)).not.toContain('SECURITY_ACCOUNT_RECLAIMED');
  });

  test('gets every notice about itself', async () => {
    const { email } = await newUser(strict);
    const { client } = await signIn(open, email);
    let currentPassword = password;
    for (let nth = 1; nth <= 7; nth++) {
      const change = { currentPassword, password: `Correct-Horse-${nth}${nth}` };
      expect((await client.post('/api/users/profile', change)).status).toBe(200);
      currentPassword = change.password;
    }
    const subjects = (await open.mails(email)).map(({ subject }) => subject.toLowerCase());
    expect(subjects.filter((subject) => subject.includes('password'))).toHaveLength(7);
  });
});

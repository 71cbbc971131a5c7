import { started } from '@latchkey/server/testing/lifetime';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { newUser, password } from '@latchkey/server/testing/service';
import { deactivate, giveSystemRole } from '@latchkey/server/testing/standing';
import { enroll, nextCode } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const journey = started(startWithProviders);

const link = (token: string, given = password, client = journey.browserOf(token)) =>
  client.post('/api/auth/oauth/link', { token, password: given });

/** An account with a password, and its owner back from a provider that knows their address. */
async function pending(provider: 'google' | 'github' = 'github') {
  const user = await newUser(journey.service);
  const { login } = journey.somebody({ email: user.email });
  const { token, path } = await journey.travel(journey.service.client(), provider, login);
  expect(path).toBe('/auth/oauth/link');
  return { ...user, login, token };
}

const linksOf = (userId: string) =>
  journey.service.sql`SELECT provider, email FROM oauth_accounts WHERE user_id = ${userId}`;

describe('linking a provider account', () => {
  test.each(['google', 'github'] as const)(
    'from %s with the password signs the user in as login does',
    async (provider) => {
      const { token, id, email, login } = await pending(provider);
      const client = journey.browserOf(token);
      const answer = await link(token, password, client);
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body).sort()).toEqual(['csrfToken', 'message', 'tokens', 'user']);
      expect(answer.body.user).toMatchObject({ id, email, emailVerified: true });
      expect((await client.get('/api/auth/me')).body.user.id).toBe(id);
      expect(await linksOf(id)).toMatchObject([{ provider, email }]);
      const entries = (await journey.service.audit(email)).map((entry) => entry.action);
      expect(entries.slice(-4)).toEqual([
        'AUTH_OAUTH_ACCOUNT_LINKED',
        'SECURITY_EMAIL_VERIFIED',
        'AUTH_OAUTH_LOGIN_SUCCESS',
        'AUTH_LOGIN_SUCCESS',
      ]);
      expect((await journey.travel(journey.service.client(), provider, login)).path).toBe('/');
    },
  );

  test('requires the second factor before creating a session when the account has two-factor', async () => {
    const { token, id, email, client: enrolling } = await pending();
    const { secret } = await enroll(journey.service, enrolling);
    const client = journey.browserOf(token);
    const answer = await link(token, password, client);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      requiresTwoFactor: true,
      pendingToken: expect.any(String),
      methods: ['totp', 'backup_code'],
    });
    expect(Object.keys(answer.cookies)).toEqual(['oauth_pending']);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect(await linksOf(id)).toHaveLength(1);
    const actions = (await journey.service.audit(email)).map((entry) => entry.action);
    expect(actions.at(-1)).toBe('AUTH_OAUTH_LOGIN_SUCCESS');
    const { pendingToken } = answer.body;
    const code = nextCode(journey.service, secret);
    expect((await client.post('/api/auth/2fa/validate', { pendingToken, code })).status).toBe(200);
    expect((await client.get('/api/auth/me')).body.user.id).toBe(id);
  });

  test('tells an ADMIN without two-factor to set it up', async () => {
    const { token, id } = await pending();
    await giveSystemRole(journey.service, id, 'ADMIN');
    expect((await link(token)).body).toMatchObject({
      requiresTwoFactorSetup: true,
      redirectTo: '/profile/security',
    });
  });

  test('with a wrong password is 401, is recorded, and leaves the token usable', async () => {
    const { token, id, email } = await pending();
    const refused = await link(token, 'Wrong-Horse-7');
    expect(refused.status).toBe(401);
    expect(refused.body.error.code).toBe('INVALID_CREDENTIALS');
    expect(await linksOf(id)).toHaveLength(0);
    expect((await journey.service.audit(email)).at(-1)).toMatchObject({
      action: 'AUTH_OAUTH_LOGIN_FAILED',
      metadata: { provider: 'github', reason: 'wrong_password' },
    });
    expect((await link(token)).status).toBe(200);
  });

  test('counts wrong passwords together with failed logins and locks the account at the fifth', async () => {
    const { token, email } = await pending();
    for (let attempt = 1; attempt <= 2; attempt++)
      await journey.service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
    expect((await link(token, 'Wrong-Horse-7')).status).toBe(401);
    expect((await link(token, 'Wrong-Horse-7')).status).toBe(401);
    const fifth = await link(token, 'Wrong-Horse-7');
    expect(fifth.status).toBe(423);
    expect(fifth.body.error.details).toMatchObject({ retryAfterSeconds: 900 });
    const right = await link(token);
    expect(right.status).toBe(423);
    expect(right.headers.get('retry-after')).not.toBeNull();
    expect((await journey.service.client().post('/api/auth/login', { email, password })).status).toBe(423);
    const mails = await journey.service.mails(email);
    expect(mails.at(-1)?.subject.toLowerCase()).toContain('locked');
  });

  test('checks no more than five of twelve concurrent wrong passwords', async () => {
    const { token, email } = await pending();
    const answers = await Promise.all(Array.from({ length: 12 }, () => link(token, 'Wrong-Horse-7')));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(4);
    expect(statuses.filter((status) => status === 423)).toHaveLength(8);
    const wrong = (await journey.service.audit(email)).filter(
      (entry) => entry.metadata.reason === 'wrong_password',
    );
    expect(wrong).toHaveLength(5);
  });

  test('works again once the lock has expired, while the token is still valid', async () => {
    const user = await newUser(journey.service);
    for (let attempt = 0; attempt < 5; attempt++)
      await journey.service
        .client()
        .post('/api/auth/login', { email: user.email, password: 'Wrong-Horse-7' });
    journey.service.clock.advance({ minutes: 2 });
    const { login } = journey.somebody({ email: user.email });
    const { token } = await journey.travel(journey.service.client(), 'github', login);
    expect((await link(token)).status).toBe(423);
    journey.service.clock.advance({ minutes: 13, seconds: 1 });
    expect((await link(token)).status).toBe(200);
  });

  test('uses up the token, so using it again is 401, even after unlinking', async () => {
    const { token, id } = await pending();
    const client = journey.browserOf(token);
    expect((await link(token, password, client)).status).toBe(200);
    const again = await link(token);
    expect(again.status).toBe(401);
    expect(again.body.error.code).toBe('PENDING_TOKEN_INVALID');
    expect((await client.delete('/api/auth/oauth/accounts/github')).status).toBe(200);
    expect((await link(token)).status).toBe(401);
    expect(await linksOf(id)).toHaveLength(0);
  });

  test('thirty times concurrently links once and causes no lockout', async () => {
    const { token, id, email } = await pending();
    const answers = await Promise.all(Array.from({ length: 30 }, () => link(token)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer.body.error.code).toBe('PENDING_TOKEN_INVALID');
    expect(await linksOf(id)).toHaveLength(1);
    expect((await journey.service.client().post('/api/auth/login', { email, password })).status).toBe(200);
  });

  test('is 409 when it has since been linked elsewhere, and does not count as a failed attempt', async () => {
    const { token, id, email, login } = await pending();
    const other = await newUser(journey.service);
    const second = await journey.travel(other.client, 'github', login, { link: 'true' });
    expect((await link(second.token, password, other.client)).status).toBe(200);
    for (let attempt = 0; attempt < 6; attempt++) {
      const refused = await link(token);
      expect(refused.status).toBe(409);
      expect(refused.body.error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'ALREADY_LINKED' });
    }
    expect(await linksOf(id)).toHaveLength(0);
    expect((await journey.service.client().post('/api/auth/login', { email, password })).status).toBe(200);
  });

  test('is 409 for a second account at the same provider', async () => {
    const { token, client, id } = await pending();
    expect((await link(token)).status).toBe(200);
    const { login } = journey.somebody();
    const second = await journey.travel(client, 'github', login, { link: 'true' });
    const refused = await link(second.token, password, client);
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('ALREADY_LINKED');
    expect(await linksOf(id)).toHaveLength(1);
  });

  test('works one second before fifteen minutes are up and is 401 one second after', async () => {
    const late = await pending();
    journey.service.clock.advance({ minutes: 15, seconds: 1 });
    expect((await link(late.token)).status).toBe(401);
    const { clock } = journey.service;
    await clock.hold(async () => {
      const early = await pending();
      clock.advance({ minutes: 15, seconds: -1 });
      expect((await link(early.token)).status).toBe(200);
    });
  });

  test('refuses a token for an unregistered address, an invalid token and a deactivated account', async () => {
    const { login } = journey.somebody();
    const { token } = await journey.travel(journey.service.client(), 'github', login);
    for (const bad of [token, 'rubbish'])
      expect((await link(bad)).body.error.code).toBe('PENDING_TOKEN_INVALID');
    const deactivated = await pending();
    await deactivate(journey.service, deactivated.id);
    expect((await link(deactivated.token)).body.error.code).toBe('PENDING_TOKEN_INVALID');
  });

  test('asks an account without a password to set one first, and counts no failed attempt', async () => {
    const person = journey.somebody();
    const client = journey.service.client();
    const { token } = await journey.travel(client, 'github', person.login);
    await client.post('/api/auth/oauth/complete', { token, organizationName: 'Engines' });
    const second = await journey.travel(client, 'google', person.login);
    expect(second.path).toBe('/auth/oauth/link');
    for (let attempt = 0; attempt < 6; attempt++) {
      const refused = await link(second.token, 'Anything-at-all-7');
      expect(refused.status).toBe(400);
      expect(refused.body.error.code).toBe('PASSWORD_NOT_SET');
    }
    expect((await client.post('/api/users/profile', { password })).status).toBe(200);
    expect((await link(second.token)).status).toBe(200);
  });

  test("does not verify an account address that differs from the provider's", async () => {
    const { client, id } = await newUser(journey.service);
    const { login } = journey.somebody();
    const { token } = await journey.travel(client, 'github', login, { link: 'true' });
    const linked = await link(token, password, client);
    expect(linked.body.user).toMatchObject({ id, emailVerified: false });
  });
});

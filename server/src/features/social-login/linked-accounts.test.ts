import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import { started } from '@latchkey/server/testing/lifetime';
import { githubClient } from '@latchkey/server/testing/oauth/github';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { googleClient } from '@latchkey/server/testing/oauth/openid';
import { clientFor, newUser, password, startService } from '@latchkey/server/testing/service';
import { giveSystemRole, makeAdmin, takePassword } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { unseal } from '../../platform/crypto/seal.ts';

const journey = started(startWithProviders);

/** A user who has no password, only a provider. */
async function registered(provider: 'google' | 'github' = 'github') {
  const person = journey.somebody();
  const client = journey.service.client();
  const { token } = await journey.travel(client, provider, person.login);
  const answer = await client.post('/api/auth/oauth/complete', { token, organizationName: 'Engines' });
  return { ...person, client, id: answer.body.user.id as string };
}

/** A user with a password and both providers. */
async function linkedToBoth() {
  const user = await newUser(journey.service);
  for (const provider of ['google', 'github'] as const) {
    const { login } = journey.somebody();
    const { token } = await journey.travel(user.client, provider, login, { link: 'true' });
    const linked = await user.client.post('/api/auth/oauth/link', { token, password });
    expect(linked.status).toBe(200);
  }
  return user;
}

describe('the list of linked accounts', () => {
  test('shows what is linked but never a provider token', async () => {
    const { client, email } = await registered('google');
    const answer = await client.get('/api/auth/oauth/accounts');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      accounts: [
        {
          id: expect.any(String),
          provider: 'google',
          email,
          createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        },
      ],
      hasPassword: false,
      enabledProviders: ['google', 'github'],
    });
  });

  test("contains only the caller's own accounts and says whether they have a password", async () => {
    await registered();
    const { client } = await newUser(journey.service);
    const { body } = await client.get('/api/auth/oauth/accounts');
    expect(body).toMatchObject({ accounts: [], hasPassword: true });
  });

  test('needs a session', async () => {
    expect((await journey.service.client().get('/api/auth/oauth/accounts')).status).toBe(401);
  });
});

describe('unlinking a provider', () => {
  test('works by path or by query and is recorded in the audit log', async () => {
    const { client, email, id } = await linkedToBoth();
    const byPath = await client.delete('/api/auth/oauth/accounts/google');
    expect(byPath.status).toBe(200);
    expect(byPath.body).toEqual({ message: expect.any(String) });
    const byQuery = await client.delete('/api/auth/oauth/accounts?provider=github');
    expect(byQuery.status).toBe(200);
    expect((await client.get('/api/auth/oauth/accounts')).body.accounts).toEqual([]);
    const entries = (await journey.service.audit(email)).filter(
      (entry) => entry.action === 'AUTH_OAUTH_ACCOUNT_UNLINKED',
    );
    expect(entries).toMatchObject([
      { userId: id, metadata: { provider: 'google' } },
      { userId: id, metadata: { provider: 'github' } },
    ]);
  });

  test('is 404 for an unlinked or unknown provider and 400 when none is named', async () => {
    const { client } = await newUser(journey.service);
    for (const path of ['/google', '/myspace', '?provider=google', '?provider=myspace'])
      expect((await client.delete(`/api/auth/oauth/accounts${path}`)).status).toBe(404);
    expect((await client.delete('/api/auth/oauth/accounts')).status).toBe(400);
  });

  test('is refused for the last way to sign in', async () => {
    const { client, id } = await registered();
    const refused = await client.delete('/api/auth/oauth/accounts/github');
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'LAST_SIGN_IN_METHOD' });
    expect(await journey.service.sql`SELECT 1 FROM oauth_accounts WHERE user_id = ${id}`).toHaveLength(1);
    expect((await client.post('/api/users/profile', { password })).status).toBe(200);
    expect((await client.delete('/api/auth/oauth/accounts/github')).status).toBe(200);
  });

  test('counts a passkey as a way to sign in', async () => {
    const { client } = await registered();
    expect((await addPasskey(client, new Authenticator(journey.service))).status).toBe(201);
    expect((await client.delete('/api/auth/oauth/accounts/github')).status).toBe(200);
  });

  test('does not count a passkey that never verified its user', async () => {
    const { client } = await registered();
    await addPasskey(client, new Authenticator(journey.service), { userVerified: false });
    const refused = await client.delete('/api/auth/oauth/accounts/github');
    expect(refused.body.error.code).toBe('LAST_SIGN_IN_METHOD');
  });

  test('keeps one when the last two are unlinked at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { client, id } = await linkedToBoth();
      await takePassword(journey.service, id);
      const answers = await Promise.all([
        client.delete('/api/auth/oauth/accounts/google'),
        client.delete('/api/auth/oauth/accounts/github'),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
      expect(await journey.service.sql`SELECT 1 FROM oauth_accounts WHERE user_id = ${id}`).toHaveLength(1);
    }
  });

  test('does not count a disabled provider as a way to sign in', async () => {
    const { id } = await linkedToBoth();
    await takePassword(journey.service, id);
    const { google, service } = journey;
    const withoutGithub = await startService({ env: google.environment, database: service.database });
    const client = await clientFor(withoutGithub, id);
    const refused = await client.delete('/api/auth/oauth/accounts/google');
    expect(refused.body.error.code).toBe('LAST_SIGN_IN_METHOD');
    expect((await client.delete('/api/auth/oauth/accounts/github')).status).toBe(200);
  });

  test('needs the CSRF token and is blocked for an impersonating ADMIN', async () => {
    const { client, id } = await linkedToBoth();
    expect((await client.delete('/api/auth/oauth/accounts/google', { csrf: false })).status).toBe(403);
    const admin = await newUser(journey.service);
    await makeAdmin(journey.service, admin.id);
    expect((await admin.client.post('/api/admin/impersonate', { userId: id })).status).toBe(200);
    for (const path of ['/google', '?provider=google']) {
      const refused = await admin.client.delete(`/api/auth/oauth/accounts${path}`);
      expect(refused.status).toBe(403);
      expect(refused.body.error).toMatchObject({ type: 'FORBIDDEN', code: 'IMPERSONATION_BLOCKED' });
    }
  });

  test('ends sign-in through that provider', async () => {
    const user = await newUser(journey.service);
    const { login } = journey.somebody({ email: user.email });
    const { token } = await journey.travel(user.client, 'github', login, { link: 'true' });
    await user.client.post('/api/auth/oauth/link', { token, password });
    await user.client.delete('/api/auth/oauth/accounts/github');
    const landed = await journey.travel(journey.service.client(), 'github', login);
    expect(landed.path).toBe('/auth/oauth/link');
  });
});

describe('provider tokens', () => {
  test('are encrypted at rest, each with a key specific to its row', async () => {
    const { id } = await registered();
    const accessToken = journey.github.issued.at(-1)?.access_token ?? '';
    const [row] = await journey.service.sql`SELECT * FROM oauth_accounts WHERE user_id = ${id}`;
    const sealed: Buffer = row?.accessToken;
    expect(sealed.toString('latin1')).not.toContain(accessToken);
    const { dataKeys } = journey.service.deps;
    const open = (account: string) => unseal(dataKeys.of(`oauth-account:${account}:access`), sealed);
    expect(open(row?.id)?.toString()).toBe(accessToken);
    const other = await registered();
    const [otherRow] = await journey.service.sql`SELECT id FROM oauth_accounts WHERE user_id = ${other.id}`;
    expect(open(otherRow?.id)).toBeUndefined();
  });

  test('are replaced by those of the latest sign-in', async () => {
    const { id, login } = await registered();
    await journey.travel(journey.service.client(), 'github', login);
    const accessToken = journey.github.issued.at(-1)?.access_token ?? '';
    const [row] = await journey.service.sql`SELECT * FROM oauth_accounts WHERE user_id = ${id}`;
    const key = journey.service.deps.dataKeys.of(`oauth-account:${row?.id}:access`);
    expect(unseal(key, row?.accessToken)?.toString()).toBe(accessToken);
  });

  test('stay out of logs and audit entries, along with the other secrets of the login', async () => {
    const { login } = journey.somebody();
    const client = journey.service.client();
    const { comeBack, location } = await journey.depart(client, 'google', { inviteToken: 'a-secret-invite' });
    const ticket = client.cookies.get('oauth_state') ?? '';
    const back = await comeBack(login);
    const { token } = await journey.arrive(client, back);
    await client.post('/api/auth/oauth/complete', { token, organizationName: 'Engines' });
    // Failures are logged too, and must not reveal more.
    journey.google.forgery.alter = (claims) => ({ ...claims, nonce: 'another' });
    await journey.travel(journey.service.client(), 'google', login);
    delete journey.google.forgery.alter;
    expect(journey.service.logged.some((line) => line.includes('a provider failed'))).toBe(true);
    const issued = journey.google.issued.flatMap((body) => [body.access_token ?? '', body.id_token ?? '']);
    const secrets = [
      ...issued,
      token,
      ticket,
      'a-secret-invite',
      back.searchParams.get('code') ?? '',
      back.searchParams.get('state') ?? '',
      new URL(location).searchParams.get('nonce') ?? '',
      googleClient.secret,
      client.cookies.get('latchkey_session') ?? '',
    ];
    expect(secrets).not.toContain('');
    const told = journey.service.logged.join('\n') + JSON.stringify(await journey.service.audit());
    for (const secret of secrets) expect(told).not.toContain(secret);
  });
});

describe('providers', () => {
  test('are listed for the login page without a session', async () => {
    const answer = await journey.service.client().get('/api/auth/oauth/providers');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      providers: ['google', 'github'],
      labels: { google: 'Google', github: 'GitHub' },
    });
  });

  test.each([
    ['none is configured', {}, []],
    ['social login is off', { ENABLE_SOCIAL_LOGIN: 'false' }, undefined],
  ])('are unavailable when %s', async (_, env, providers) => {
    const { google, github } = journey;
    const configured = providers === undefined ? { ...google.environment, ...github.environment } : {};
    const service = await startService({ env: { ...configured, ...env } });
    expect((await service.client().get('/api/auth/oauth/providers')).body).toEqual({
      providers: [],
      labels: {},
    });
    for (const path of ['google', 'github', 'google/callback?code=a&state=b', 'github/callback']) {
      const answer = await service.client().get(`/api/auth/oauth/${path}`);
      expect(answer.status).toBe(404);
      expect(answer.body.error).toMatchObject({ type: 'NOT_FOUND', code: 'PROVIDER_NOT_AVAILABLE' });
    }
    expect((await service.client().get('/api/auth/oauth/myspace')).body.error.code).toBe('NOT_FOUND');
  });
});

describe('the configuration', () => {
  const read = (env: Record<string, string>) =>
    readConfig(env, () => ({ SESSION_SECRET: '', JWT_SECRET: '', JWT_REFRESH_SECRET: '' }));
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://x',
    SMTP_URL: 'smtp://x',
    SESSION_SECRET: 'session-secret-of-many-letters-0123456789',
    JWT_SECRET: 'access-secret-of-many-letters-0123456789',
    JWT_REFRESH_SECRET: 'refresh-secret-of-many-letters-0123456789',
  };
  const github = { GITHUB_CLIENT_ID: githubClient.id, GITHUB_CLIENT_SECRET: githubClient.secret };

  test('uses the real providers by default', () => {
    const google = { GOOGLE_CLIENT_ID: googleClient.id, GOOGLE_CLIENT_SECRET: googleClient.secret };
    expect(read({ ...google, ...github }).providers).toMatchObject([
      { name: 'google', issuer: 'https://accounts.google.com' },
      { name: 'github', url: 'https://github.com', apiUrl: 'https://api.github.com' },
    ]);
  });

  test('requires the client ID and secret together', () => {
    expect(() => read({ GOOGLE_CLIENT_ID: 'x' })).toThrow(
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.',
    );
    expect(() => read({ GITHUB_CLIENT_SECRET: 'x' })).toThrow('GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET');
  });

  test('requires https for providers in production, unless they are on this machine', () => {
    const far = {
      ...production,
      ...github,
      GITHUB_URL: 'http://git.example',
      GOOGLE_ISSUER: 'HTTP://id.example',
    };
    expect(() => read(far)).toThrow(/GOOGLE_ISSUER must be an https[\s\S]*GITHUB_URL must be an https/);
    const near = { ...production, ...github, GITHUB_URL: 'http://127.0.0.1:8080/' };
    expect(read(near).providers).toMatchObject([{ url: 'http://127.0.0.1:8080' }]);
    expect(read({ ...github, GITHUB_URL: 'http://git.example' }).providers).toMatchObject([
      { url: 'http://git.example' },
    ]);
  });
});

test('a provider login sends an ADMIN with a passkey to two-factor, which the passkey completes', async () => {
  const { client, id, login } = await registered();
  await giveSystemRole(journey.service, id, 'ADMIN');
  const device = new Authenticator(journey.service);
  await addPasskey(client, device);
  const browser = journey.service.client();
  const { token: pendingToken, path } = await journey.travel(browser, 'github', login);
  expect(path).toBe('/auth/two-factor');
  const { methods, passkeyOptions } = (await browser.post('/api/auth/2fa/options', { pendingToken })).body;
  expect(methods).toEqual(['backup_code', 'passkey']);
  const { options, challengeToken } = passkeyOptions;
  const given = { pendingToken, passkey: device.get(options), challengeToken };
  expect((await browser.post('/api/auth/2fa/validate', given)).status).toBe(200);
  expect((await browser.get('/api/users')).status).toBe(200);
});

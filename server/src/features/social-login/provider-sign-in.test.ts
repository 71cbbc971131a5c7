import { started } from '@latchkey/server/testing/lifetime';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { baseUrl, callbackOf } from '@latchkey/server/testing/oauth/provider';
import { clientFor, newUser, password, startService } from '@latchkey/server/testing/service';
import { accountsAt, deactivate, giveSystemRole, makeAdmin } from '@latchkey/server/testing/standing';
import { enroll, nextCode } from '@latchkey/server/testing/two-factor';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';

const journey = started(startWithProviders);

/** Creates an account for a new user through a provider. */
async function register(provider: 'google' | 'github' = 'google') {
  const person = journey.somebody();
  const client = journey.service.client();
  const { token } = await journey.travel(client, provider, person.login);
  const completed = await client.post('/api/auth/oauth/complete', { token, organizationName: 'Analytical' });
  expect(completed.status).toBe(201);
  return { ...person, client, id: completed.body.user.id as string };
}

describe('starting a provider login', () => {
  test('sends the browser to the OpenID provider with PKCE, a nonce and a signed state', async () => {
    const client = journey.service.client();
    const { departure, location } = await journey.depart(client, 'google', {
      returnTo: '/organization',
      inviteToken: 'an-invite',
    });
    expect(departure.status).toBe(302);
    const { origin, searchParams } = new URL(location);
    expect(origin).toBe(journey.google.url);
    expect(searchParams.get('scope')).toBe('openid email profile');
    expect(searchParams.get('redirect_uri')).toBe(callbackOf('google'));
    expect(searchParams.get('response_type')).toBe('code');
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    const state = decodeJwt(searchParams.get('state') ?? '');
    expect(state).toMatchObject({ provider: 'google', returnTo: '/organization', inviteToken: 'an-invite' });
    expect(state.nonce).toBe(searchParams.get('nonce'));
    expect(Number(state.exp) - Number(state.iat)).toBeGreaterThanOrEqual(600);
    expect(Number(state.exp) - Number(state.iat)).toBeLessThanOrEqual(601);
  });

  test('sets an httpOnly cookie, scoped to /api/auth/oauth, that does not reveal the verifier', async () => {
    const { departure } = await journey.depart(journey.service.client(), 'google');
    expect(departure.cookies.oauth_state).toMatchObject({
      httpOnly: true,
      sameSite: 'lax',
      path: '/api/auth/oauth',
      maxAge: 600,
    });
    expect(Buffer.from(departure.cookies.oauth_state?.value ?? '', 'base64url').toString()).not.toContain(
      'code',
    );
  });

  test('marks that cookie Secure in production', async () => {
    const production = await startService({
      env: {
        NODE_ENV: 'production',
        BASE_URL: 'https://id.example.com',
        DATABASE_URL: 'postgres://x',
        SMTP_URL: 'smtp://x',
        ...journey.github.environment,
      },
    });
    const answer = await production.client().get('/api/auth/oauth/github');
    expect(answer.cookies.oauth_state).toMatchObject({ secure: true, httpOnly: true });
  });

  test('sends the browser to GitHub with its two scopes and PKCE', async () => {
    const { departure, location } = await journey.depart(journey.service.client(), 'github');
    expect(departure.status).toBe(302);
    const url = new URL(location);
    expect(url.origin + url.pathname).toBe(`${journey.github.url}/login/oauth/authorize`);
    expect(url.searchParams.get('scope')).toBe('user:email read:user');
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('redirect_uri')).toBe(callbackOf('github'));
  });

  test('counts toward the shared /api/auth rate limit', async () => {
    const { departure } = await journey.depart(journey.service.client(), 'github');
    expect(departure.headers.get('x-ratelimit-limit')).toBe('100000');
    expect(departure.headers.get('x-ratelimit-remaining')).toBe('99999');
  });

  test('fetches the discovery document only once', async () => {
    const client = journey.service.client();
    await Promise.all([journey.depart(client, 'google'), journey.depart(client, 'google')]);
    await journey.depart(client, 'google');
    expect(journey.google.asked.filter((path) => path === '/.well-known/openid-configuration')).toHaveLength(
      1,
    );
  });
});

describe.each(['google', 'github'] as const)('a new user arriving from %s', (provider) => {
  test('is asked to complete registration, with a token that holds their profile but no provider token', async () => {
    const { login, email } = journey.somebody();
    const { path, token } = await journey.travel(journey.service.client(), provider, login);
    expect(path).toBe('/auth/oauth/complete');
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ provider, email, firstName: 'Ada' });
    const accessToken = journey[provider].issued.at(-1)?.access_token ?? '';
    expect(accessToken).not.toBe('');
    expect(token + JSON.stringify(claims)).not.toContain(accessToken);
  });

  test('gets an account, an organization and a session by completing registration', async () => {
    const { login, email } = journey.somebody();
    const client = journey.service.client();
    const { token } = await journey.travel(client, provider, login);
    const answer = await client.post('/api/auth/oauth/complete', { token, organizationName: 'Engines Ltd' });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(['csrfToken', 'message', 'tokens', 'user']);
    expect(answer.body.user).toMatchObject({
      email,
      emailVerified: true,
      firstName: 'Ada',
      lastName: provider === 'google' ? 'Lovelace' : 'King Lovelace',
      username: null,
      organizationRole: 'OWNER',
      role: 'USER',
    });
    const me = await client.get('/api/auth/me');
    expect(me.body).toMatchObject({ user: { email }, organization: { name: 'Engines Ltd', role: 'OWNER' } });
    const actions = (await journey.service.audit(email)).map((entry) => entry.action);
    expect(actions).toEqual([
      'AUTH_REGISTER',
      'ORG_CREATED',
      'AUTH_OAUTH_REGISTRATION',
      'AUTH_OAUTH_LOGIN_SUCCESS',
      'AUTH_LOGIN_SUCCESS',
    ]);
  });
});

describe.each(['google', 'github'] as const)('a user whose %s account is linked', (provider) => {
  test('is signed in and returned to the page they asked for', async () => {
    const { login, email } = await register(provider);
    const client = journey.service.client();
    const { location, answer } = await journey.travel(client, provider, login, {
      returnTo: '/organization?tab=2',
    });
    expect(location).toBe(`${baseUrl}/organization?tab=2`);
    expect(answer.status).toBe(302);
    expect(Object.keys(answer.cookies).sort()).toEqual([
      'csrf_token',
      'latchkey_session',
      'oauth_state',
      'refresh_token',
    ]);
    expect(answer.cookies.oauth_state).toMatchObject({ value: '', maxAge: 0, path: '/api/auth/oauth' });
    expect((await client.get('/api/auth/me')).body.user.email).toBe(email);
    const entries = await journey.service.audit(email);
    expect(entries.slice(-2)).toMatchObject([
      { action: 'AUTH_OAUTH_LOGIN_SUCCESS', category: 'authentication', metadata: { provider } },
      { action: 'AUTH_LOGIN_SUCCESS', metadata: { method: provider } },
    ]);
  });

  test('lands on / when they asked for no page', async () => {
    const { login } = await register(provider);
    const { location } = await journey.travel(journey.service.client(), provider, login);
    expect(location).toBe(`${baseUrl}/`);
  });
});

describe('a user with a linked provider account', () => {
  test.each([
    ['has changed', 'new-', true],
    ['is no longer verified', '', false],
    ['has changed and is unverified', 'new-', false],
  ])(
    'is still signed in to their account when their provider address %s',
    async (_what, prefix, verified) => {
      const { login, id, email } = await register();
      journey.google.people.set(login, { email: prefix + email, email_verified: verified });
      const client = journey.service.client();
      await journey.travel(client, 'google', login);
      expect((await client.get('/api/auth/me')).body.user).toMatchObject({ id, email });
    },
  );

  test("is not signed in to another account that has their provider's new address", async () => {
    const { login, id } = await register();
    const other = await newUser(journey.service);
    journey.google.people.set(login, { email: other.email, email_verified: true });
    const client = journey.service.client();
    await journey.travel(client, 'google', login);
    expect((await client.get('/api/auth/me')).body.user.id).toBe(id);
  });

  test('gets no session until they pass the second factor, if they have one', async () => {
    const { login, client: enrolling, id, email } = await register();
    const { secret } = await enroll(journey.service, enrolling);
    const client = journey.service.client();
    const landed = await journey.travel(client, 'google', login, { returnTo: '/profile?tab=1' });
    expect(landed.path).toBe('/auth/two-factor');
    expect(landed.returnTo).toBe('/profile?tab=1');
    expect(landed.answer.cookies).not.toHaveProperty('latchkey_session');
    expect((await client.get('/api/auth/me')).status).toBe(401);
    const code = nextCode(journey.service, secret);
    const validated = await client.post('/api/auth/2fa/validate', { pendingToken: landed.token, code });
    expect(validated.status).toBe(200);
    expect((await client.get('/api/auth/me')).body.user.id).toBe(id);
    expect((await journey.service.audit(email)).at(-1)).toMatchObject({
      action: 'AUTH_LOGIN_SUCCESS',
      metadata: { method: 'google' },
    });
  });

  test('is turned away when their account is deactivated', async () => {
    const { login, id, email } = await register();
    await deactivate(journey.service, id);
    const landed = await journey.travel(journey.service.client(), 'google', login);
    expect(landed).toMatchObject({ path: '/login', error: 'account_inactive' });
    expect(landed.answer.cookies).not.toHaveProperty('latchkey_session');
    expect((await journey.service.audit(email)).at(-1)).toMatchObject({
      action: 'AUTH_OAUTH_LOGIN_FAILED',
      metadata: { provider: 'google', reason: 'account_inactive' },
    });
  });

  test('lands on the security page when they are an ADMIN without two-factor', async () => {
    const { login, id } = await register();
    await giveSystemRole(journey.service, id, 'ADMIN');
    const landed = await journey.travel(journey.service.client(), 'google', login, {
      returnTo: '/admin/users',
    });
    expect(landed.location).toBe(`${baseUrl}/profile/security`);
  });

  test('can sign in despite a lock on their password, and doing so ends the lock and is recorded', async () => {
    const { id, email, client } = await register();
    await client.post('/api/users/profile', { password });
    for (let attempt = 0; attempt < 5; attempt++)
      await journey.service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
    expect((await journey.service.client().post('/api/auth/login', { email, password })).status).toBe(423);
    const login = [...journey.google.people].find(([, person]) => person.email === email)?.[0] ?? '';
    expect((await journey.travel(journey.service.client(), 'google', login)).path).toBe('/');
    expect((await journey.service.client().post('/api/auth/login', { email, password })).status).toBe(200);
    const entries = await journey.service.audit(email);
    expect(entries.filter((entry) => entry.action === 'SECURITY_ACCOUNT_UNLOCKED')).toMatchObject([
      { userId: id, metadata: { reason: 'provider_login' } },
    ]);
  });
});

describe('a user whose address belongs to an existing account', () => {
  test.each(['google', 'github'] as const)(
    'goes to the link page from %s without being signed in',
    async (provider) => {
      const { email } = await newUser(journey.service);
      const { login } = journey.somebody({ email: email.toUpperCase() });
      const client = journey.service.client();
      const landed = await journey.travel(client, provider, login, { returnTo: '/profile' });
      expect(landed).toMatchObject({ path: '/auth/oauth/link', returnTo: '/profile' });
      expect(decodeJwt(landed.token)).toMatchObject({ provider, email });
      expect(landed.answer.cookies).not.toHaveProperty('latchkey_session');
    },
  );

  test('is turned away when that account is deactivated', async () => {
    const { email, id } = await newUser(journey.service);
    await deactivate(journey.service, id);
    const { login } = journey.somebody({ email });
    const landed = await journey.travel(journey.service.client(), 'google', login);
    expect(landed).toMatchObject({ path: '/login', error: 'account_inactive' });
  });
});

describe('an address the provider has not verified', () => {
  test('is not used when it comes from the OpenID provider', async () => {
    const { login, email } = journey.somebody({ email_verified: false });
    const landed = await journey.travel(journey.service.client(), 'google', login);
    expect(landed).toMatchObject({ path: '/login', error: 'email_not_verified' });
    expect(await accountsAt(journey.service, email)).toHaveLength(0);
  });

  test('is not used when the provider does not say whether it is verified', async () => {
    const { login } = journey.somebody();
    journey.google.people.set(login, { email: 'unsaid@example.com' });
    const landed = await journey.travel(journey.service.client(), 'google', login);
    expect(landed.error).toBe('email_not_verified');
  });

  test('is not used when it is the primary address at GitHub, even if another one is verified', async () => {
    const { login, email } = journey.somebody();
    journey.github.people.set(login, {
      id: 77_001,
      emails: [
        { email, primary: true, verified: false },
        { email: `verified-${email}`, primary: false, verified: true },
      ],
    });
    const landed = await journey.travel(journey.service.client(), 'github', login);
    expect(landed).toMatchObject({ path: '/login', error: 'email_not_verified' });
  });

  test('cannot be used to take over the account that has it', async () => {
    const victim = await newUser(journey.service);
    const { login } = journey.somebody({ email: victim.email, email_verified: false });
    const landed = await journey.travel(journey.service.client(), 'google', login);
    expect(landed).toMatchObject({ path: '/login', error: 'email_not_verified', token: '' });
  });
});

describe('a provider', () => {
  test('can use client_secret_basic and return the profile only from its userinfo endpoint', async () => {
    const other = await startWithProviders({
      openId: { profileInIdToken: false, secretBy: 'client_secret_basic' },
    });
    const { login, email } = other.somebody();
    const landed = await other.travel(other.service.client(), 'google', login);
    expect(landed.path).toBe('/auth/oauth/complete');
    expect(decodeJwt(landed.token)).toMatchObject({ email, firstName: 'Ada', lastName: 'Lovelace' });
    expect(other.google.asked).toContain('/me');
  });

  test('that is unknown is 404', async () => {
    const answer = await journey.service.client().get('/api/auth/oauth/myspace');
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('NOT_FOUND');
    expect((await journey.service.client().get('/api/auth/oauth/myspace/callback')).status).toBe(404);
  });

  test('is distinct from the complete and link routes, and each allows only its own method', async () => {
    for (const path of ['complete', 'link']) {
      const answer = await journey.service.client().get(`/api/auth/oauth/${path}`);
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    }
    expect((await journey.service.client().post('/api/auth/oauth/google')).status).toBe(405);
  });

  test('refuses an API key', async () => {
    const { client } = await newUser(journey.service);
    const key = await client.post('/api/keys', { name: 'robot', permission: 'READ_WRITE' });
    const robot = journey.service.client();
    robot.bearer = key.body.key;
    for (const path of ['google', 'google/callback', 'providers', 'accounts']) {
      const answer = await robot.get(`/api/auth/oauth/${path}`);
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });
});

describe('linking another provider while signed in', () => {
  test('goes through the link page and needs the password, even if the provider has another address', async () => {
    const { client, email, id } = await newUser(journey.service);
    const { login } = journey.somebody();
    const landed = await journey.travel(client, 'github', login, { link: 'true' });
    expect(landed.path).toBe('/auth/oauth/link');
    const linked = await client.post('/api/auth/oauth/link', { token: landed.token, password });
    expect(linked.status).toBe(200);
    expect(linked.body.user).toMatchObject({ id, email });
    const again = journey.service.client();
    await journey.travel(again, 'github', login);
    expect((await again.get('/api/auth/me')).body.user.id).toBe(id);
  });

  test('does not sign the user in as the existing owner of that provider account', async () => {
    const owner = await register('github');
    const { client, id } = await newUser(journey.service);
    const landed = await journey.travel(client, 'github', owner.login, { link: 'true' });
    expect(landed.path).toBe('/auth/oauth/link');
    expect((await client.get('/api/auth/me')).body.user.id).toBe(id);
    const refused = await client.post('/api/auth/oauth/link', { token: landed.token, password });
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('ALREADY_LINKED');
  });

  test('is refused without a session or with only a Bearer token', async () => {
    const { tokens } = await newUser(journey.service);
    const anonymous = journey.service.client();
    const { departure } = await journey.depart(anonymous, 'github', { link: 'true' });
    expect(departure.headers.get('location')).toBe(`${baseUrl}/login?error=invalid_state`);
    const bearer = journey.service.client();
    bearer.bearer = tokens.accessToken;
    const other = await journey.depart(bearer, 'github', { link: 'true' });
    expect(other.location).toBe(`${baseUrl}/login?error=invalid_state`);
  });

  test('issues a token that cannot be used to create an account', async () => {
    const { client } = await newUser(journey.service);
    const { login } = journey.somebody();
    const { token } = await journey.travel(client, 'github', login, { link: 'true' });
    const answer = await client.post('/api/auth/oauth/complete', { token, organizationName: 'Second' });
    expect(answer.status).toBe(401);
  });

  test('is refused to an ADMIN who is impersonating', async () => {
    const { id } = await newUser(journey.service);
    const admin = await newUser(journey.service);
    await makeAdmin(journey.service, admin.id);
    const client = await clientFor(journey.service, admin.id);
    expect((await client.post('/api/admin/impersonate', { userId: id })).status).toBe(200);
    const { departure } = await journey.depart(client, 'github', { link: 'true' });
    expect(departure.status).toBe(403);
    expect(departure.body.error.code).toBe('IMPERSONATION_BLOCKED');
  });
});

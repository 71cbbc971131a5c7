import { signJwt } from '@latchkey/server/testing/jwt';
import { started } from '@latchkey/server/testing/lifetime';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { forceSystemPolicy } from '@latchkey/server/testing/policies';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { accountsAt } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';
import { deriveKey } from '../../platform/crypto/seal.ts';

const journey = started(startWithProviders);

const complete = (
  body: { token?: string; [field: string]: unknown },
  client = journey.browserOf(body.token ?? ''),
) => client.post('/api/auth/oauth/complete', body);

async function pending(query: Record<string, string> = {}, more: { email?: string } = {}) {
  const person = journey.somebody(more);
  const { token, path } = await journey.travel(journey.service.client(), 'github', person.login, query);
  expect(path).toBe('/auth/oauth/complete');
  return { ...person, token };
}

async function invite(email: string, role = 'ADMIN') {
  const owner = await newUser(journey.service);
  const { body } = await owner.client.post('/api/organizations/current/invites', { email, role });
  return { token: body.invite.token as string, organizationId: owner.organizationId };
}

describe('where the operator says who may come in', () => {
  test('a new organization is 403 if people create none, and without one the account has none', async () => {
    const { service } = journey;
    const env = { ...service.env, ALLOW_ORGANIZATION_CREATION: 'false' };
    const closed = await startService({ database: service.database, clock: service.clock, env });
    const { token } = await pending();
    const browser = closed.client();
    for (const [name, value] of journey.browserOf(token).cookies) browser.cookies.set(name, value);
    const refused = await complete({ token, organizationName: 'Mine' }, browser);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
    const made = await complete({ token }, browser);
    expect([made.status, made.body.user.organizationId]).toEqual([201, null]);
  });

  test('a provider that the policy of the service does not list lets no one in, also halfway', async () => {
    const { service, somebody, depart, arrive } = journey;
    const halfway = await pending();
    const client = service.client();
    const { comeBack } = await depart(client, 'github');
    await forceSystemPolicy(service, { signInMethods: ['google', 'password'] });
    try {
      const refused = await complete({ token: halfway.token, organizationName: 'Mine' });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'SIGN_IN_METHOD_NOT_ALLOWED']);
      expect(refused.body.error.details).toEqual({ methods: ['google', 'password'] });
      const landed = await arrive(client, await comeBack(somebody().login));
      const { location } = await depart(service.client(), 'github');
      const refusedAt = 'http://latchkey.test/login?error=sign_in_method_not_allowed';
      expect([landed.location, location]).toEqual([refusedAt, refusedAt]);
      expect((await depart(service.client(), 'google')).location).not.toContain('error=');
    } finally {
      await service.sql`DELETE FROM policies`;
    }
  });
});

const accountsOf = (email: string) => journey.service.sql`
  SELECT a.provider, u.organization_id FROM oauth_accounts a JOIN users u ON u.id = a.user_id WHERE u.email = ${email}`;

describe('completing a registration', () => {
  test("prefers the names in the request over the provider's and ignores fields the caller may not set", async () => {
    const { token } = await pending();
    const answer = await complete({
      token,
      organizationName: 'Engines',
      username: 'countess',
      firstName: 'Augusta',
      lastName: null,
      email: 'evil@example.com',
      role: 'ADMIN',
      twoFactorEnabled: true,
    });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({
      username: 'countess',
      firstName: 'Augusta',
      lastName: null,
      role: 'USER',
      twoFactorEnabled: false,
    });
    expect(answer.body.user.email).not.toBe('evil@example.com');
  });

  test('joins the organization of the invitation in the request', async () => {
    const { token, email } = await pending();
    const { token: inviteToken, organizationId } = await invite(email);
    const answer = await complete({ token, inviteToken });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({ organizationId, organizationRole: 'ADMIN' });
  });

  test('uses the invitation from the start of the sign-in when the request has none', async () => {
    const email = 'invited-from-the-start@example.com';
    const { token: inviteToken, organizationId } = await invite(email, 'MEMBER');
    const { token } = await pending({ inviteToken }, { email });
    const answer = await complete({ token });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({ email, organizationId, organizationRole: 'MEMBER' });
    const again = await journey.service.client().get(`/api/invites/${inviteToken}`);
    expect(again.status).toBe(404);
  });

  test('creates a new organization despite an earlier invitation when the request names one', async () => {
    const email = 'invited-but-independent@example.com';
    const { token: inviteToken, organizationId } = await invite(email);
    const { token } = await pending({ inviteToken }, { email });
    const answer = await complete({ token, organizationName: 'Mine' });
    expect(answer.body.user.organizationRole).toBe('OWNER');
    expect(answer.body.user.organizationId).not.toBe(organizationId);
  });

  test.each([
    ['neither an organization nor an invitation', {}],
    ['both an organization and an invitation', { organizationName: 'Engines', inviteToken: 'abc' }],
  ])('with %s is 400 and leaves the pending token usable', async (_, body) => {
    const { token } = await pending();
    const refused = await complete({ token, ...body });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'VALIDATION_FAILED' });
    expect(Object.keys(refused.body.error.details).sort()).toEqual(['inviteToken', 'organizationName']);
    expect((await complete({ token, organizationName: 'Engines' })).status).toBe(201);
  });

  test("with someone else's invitation is refused and leaves the token and the invitation usable", async () => {
    const { token } = await pending();
    const { token: inviteToken } = await invite('somebody-else@example.com');
    const refused = await complete({ token, inviteToken });
    expect(refused.status).toBe(400);
    expect(refused.body.error.code).toBe('INVITE_EMAIL_MISMATCH');
    expect((await journey.service.client().get(`/api/invites/${inviteToken}`)).status).toBe(200);
    expect((await complete({ token, organizationName: 'Engines' })).status).toBe(201);
  });

  test('with an unknown or expired invitation is refused', async () => {
    const { token, email } = await pending();
    expect((await complete({ token, inviteToken: 'unknown' })).body.error.code).toBe('INVITE_INVALID');
    const { token: inviteToken } = await invite(email);
    await journey.service.sql`UPDATE organization_invites SET expires_at = 'epoch' WHERE email = ${email}`;
    expect((await complete({ token, inviteToken })).body.error.code).toBe('INVITE_INVALID');
  });

  test('with a taken username is 409 and leaves the token usable', async () => {
    await newUser(journey.service, { username: 'Taken.Name' });
    const { token, email } = await pending();
    const refused = await complete({ token, organizationName: 'Engines', username: 'taken.name' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('USERNAME_TAKEN');
    expect(await accountsOf(email)).toHaveLength(0);
    expect((await complete({ token, organizationName: 'Engines', username: 'free.name' })).status).toBe(201);
  });

  test('is 409 when someone has since registered the address, and links nothing to their account', async () => {
    const { token, email } = await pending();
    await newUser(journey.service, { email });
    const refused = await complete({ token, organizationName: 'Engines' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('EMAIL_TAKEN');
    expect(await accountsOf(email)).toHaveLength(0);
  });

  test('is 409 when the provider account has since been linked to someone else, and creates no user', async () => {
    const { token, email, login } = await pending();
    const other = await newUser(journey.service);
    const linking = await journey.travel(other.client, 'github', login, { link: 'true' });
    const linked = await other.client.post('/api/auth/oauth/link', { token: linking.token, password });
    expect(linked.status).toBe(200);
    const refused = await complete({ token, organizationName: 'Engines' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('ALREADY_LINKED');
    expect(await accountsAt(journey.service, email)).toHaveLength(0);
    // The refusal is rolled back as a whole, including the spent token.
    expect((await complete({ token, organizationName: 'Engines' })).body.error.code).toBe('ALREADY_LINKED');
  });

  test('thirty times concurrently creates only one account', async () => {
    const { token, email } = await pending();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => complete({ token, organizationName: 'Thirty Engines' })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer.body.error).toMatchObject({ code: 'PENDING_TOKEN_INVALID' });
    expect(await accountsOf(email)).toHaveLength(1);
    expect(await journey.service.sql`SELECT 1 FROM organizations WHERE name = 'Thirty Engines'`).toHaveLength(
      1,
    );
    const actions = (await journey.service.audit(email)).map((entry) => entry.action);
    expect(actions.filter((action) => action === 'AUTH_OAUTH_REGISTRATION')).toHaveLength(1);
  });

  test('needs no password and leaves the account without one', async () => {
    const { token, email } = await pending();
    const client = journey.browserOf(token);
    await complete({ token, organizationName: 'Engines' }, client);
    const login = await journey.service.client().post('/api/auth/login', { email, password });
    expect(login.status).toBe(401);
    expect((await client.get('/api/auth/oauth/accounts')).body.hasPassword).toBe(false);
  });

  test('sends no verification email because the provider has verified the address', async () => {
    const { token, email } = await pending();
    await complete({ token, organizationName: 'Engines' });
    expect(await journey.service.mails(email)).toHaveLength(0);
  });
});

describe('a pending token', () => {
  test('still works one second before fifteen minutes are up', async () => {
    const { clock } = journey.service;
    await clock.hold(async () => {
      const { token } = await pending();
      clock.advance({ minutes: 15, seconds: -1 });
      expect((await complete({ token, organizationName: 'Engines' })).status).toBe(201);
    });
  });

  test('is 401 one second after fifteen minutes', async () => {
    const { token } = await pending();
    journey.service.clock.advance({ minutes: 15, seconds: 1 });
    const refused = await complete({ token, organizationName: 'Engines' });
    expect(refused.status).toBe(401);
    expect(refused.body.error).toMatchObject({
      type: 'AUTHENTICATION_ERROR',
      code: 'PENDING_TOKEN_INVALID',
    });
  });

  test('is 401 when altered, unsigned or signed with another key, even in the browser that started', async () => {
    const { token } = await pending();
    const client = journey.browserOf(token);
    const [header, payload, signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const victim = { ...claims, email: 'victim@example.com' };
    const altered = Buffer.from(JSON.stringify(victim)).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const { secrets } = journey.service.config;
    const resigned = [secrets.session, secrets.accessToken, deriveKey(secrets.session, 'oauth-state')].map(
      (key) => signJwt(key, victim),
    );
    for (const forged of [
      `${header}.${altered}.${signature}`,
      `${none}.${payload}.`,
      `${none}.${altered}.`,
      ...resigned,
      'rubbish',
      'a.b.c',
    ]) {
      const refused = await complete({ token: forged, organizationName: 'Engines' }, client);
      expect([refused.status, refused.body.error.code]).toEqual([401, 'PENDING_TOKEN_INVALID']);
    }
    expect(await accountsOf('victim@example.com')).toEqual([]);
    expect((await complete({ token, organizationName: 'Engines' }, client)).status).toBe(201);
  });

  test('is required: without it the response is 400', async () => {
    expect((await complete({ organizationName: 'Engines' })).status).toBe(400);
  });

  test('is refused from a page on another origin', async () => {
    const { token } = await pending();
    const answer = await journey.service
      .client()
      .post(
        '/api/auth/oauth/complete',
        { token, organizationName: 'Engines' },
        { headers: { origin: 'https://evil.example' } },
      );
    expect(answer.status).toBe(403);
  });
});

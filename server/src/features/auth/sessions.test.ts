import type { Client } from '@latchkey/server/testing/client';
import { signJwt } from '@latchkey/server/testing/jwt';
import { started } from '@latchkey/server/testing/lifetime';
import { clientFor, newUser, password, startService } from '@latchkey/server/testing/service';
import { deactivate, deleteAccount } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

const env = { LAST_USED_INTERVAL: '60' };
const service = started(() => startService({ env }));
const secondNode = started(() => startService({ database: service.database, clock: service.clock, env }));

/** The same browser, talking to the other node. */
function onSecondNode(client: Client): Client {
  const other = secondNode.client(client.ipAddress);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  other.bearer = client.bearer;
  return other;
}

const status = async (client: Client) => (await client.get('/api/auth/me')).status;

describe('a session', () => {
  test('works with a cookie and with an access token', async () => {
    const { client, tokens, email } = await newUser(service);
    expect((await client.get('/api/auth/me')).body.user.email).toBe(email);
    const bearer = service.client();
    bearer.bearer = tokens.accessToken;
    expect((await bearer.get('/api/auth/me')).body.user.email).toBe(email);
  });

  test('returns the user, the organization and everything else a page needs from /api/auth/me', async () => {
    const { client, organizationId } = await newUser(service);
    const { body } = await client.get('/api/auth/me');
    expect(Object.keys(body).sort()).toEqual([
      'csrfToken',
      'impersonating',
      'locale',
      'organization',
      'pendingEmail',
      'permissions',
      'publicMetadata',
      'requiresTwoFactorSetup',
      'user',
    ]);
    expect(body).toMatchObject({
      organization: { id: organizationId, role: 'OWNER' },
      impersonating: null,
      requiresTwoFactorSetup: false,
    });
    expect(body.user).not.toHaveProperty('lockedUntil');
  });

  test('ends after seven days, to the millisecond', () =>
    service.clock.hold(async () => {
      const { client } = await newUser(service);
      service.clock.advance({ days: 7, ms: -1 });
      expect(await status(client)).toBe(200);
      service.clock.advance({ ms: 1 });
      expect(await status(client)).toBe(401);
    }));

  test('has an access token that is valid for 15 minutes', async () => {
    const { tokens } = await newUser(service);
    const bearer = service.client();
    bearer.bearer = tokens.accessToken;
    service.clock.advance({ minutes: 14, seconds: 58 });
    expect(await status(bearer)).toBe(200);
    service.clock.advance({ seconds: 3 });
    expect(await status(bearer)).toBe(401);
  });

  test('with rememberMe lasts 30 days', async () => {
    const { email } = await newUser(service);
    const client = service.client();
    await client.post('/api/auth/login', { email, password, rememberMe: true });
    client.cookies.delete('remember_me');
    service.clock.advance({ days: 30, seconds: -2 });
    expect(await status(client)).toBe(200);
    service.clock.advance({ seconds: 3 });
    expect(await status(client)).toBe(401);
  });

  test.each([
    ['nonsense', 'a.b.c'],
    ['an unsigned token', `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.e30.`],
    ['an unknown API key', `lsk_${'A'.repeat(43)}`],
    ['nothing', ''],
  ])("can't be used with %s as the Bearer token, even with a valid cookie", async (_name, bearer) => {
    const { client } = await newUser(service);
    const answer = await client.get('/api/auth/me', { headers: { authorization: `Bearer ${bearer}` } });
    expect(answer.status).toBe(401);
    expect(answer.body.error).toMatchObject({ type: 'AUTHENTICATION_ERROR', code: 'UNAUTHENTICATED' });
    expect(await status(client)).toBe(200);
  });

  test("can't be used with an altered cookie", async () => {
    const { client } = await newUser(service);
    const sealed = client.cookies.get('latchkey_session') ?? '';
    client.cookies.set('latchkey_session', sealed.slice(0, -4) + (sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA'));
    expect(await status(client)).toBe(401);
  });

  test("can't be used with a token signed with another secret", async () => {
    const { id } = await newUser(service);
    const foreign = await startService({
      database: service.database,
      clock: service.clock,
      env: { JWT_SECRET: 'another-secret-another-secret-another' },
    });
    const client = await clientFor(service, id);
    const { tokens } = (await client.post('/api/auth/refresh', {})).body;
    const bearer = foreign.client();
    bearer.bearer = tokens.accessToken;
    expect(await status(bearer)).toBe(401);
  });

  test("can't be used with a token of ours that names another user", async () => {
    const { tokens, id } = await newUser(service);
    const { id: otherId } = await newUser(service);
    const key = service.config.secrets.accessToken;
    const payload = tokens.accessToken.split('.')[1] ?? '';
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const bearer = service.client();
    bearer.bearer = signJwt(key, { ...claims, sub: id });
    expect(await status(bearer)).toBe(200);
    bearer.bearer = signJwt(key, { ...claims, sub: otherId });
    expect(await status(bearer)).toBe(401);
  });
});

describe('revocation takes effect on the next request, on every node', () => {
  const ends: [string, (person: Awaited<ReturnType<typeof newUser>>) => Promise<unknown>][] = [
    ['logout', ({ client }) => client.post('/api/auth/logout')],
    ['deactivation', ({ id }) => deactivate(service, id)],
    ['deletion', ({ id }) => deleteAccount(service, id)],
    [
      'revoking the session from the list',
      async ({ client }) => {
        const { body } = await client.get('/api/auth/sessions');
        return client.delete(`/api/auth/sessions/${body.sessions[0].id}`);
      },
    ],
  ];
  test.each(ends)('%s', async (_name, end) => {
    const person = await newUser(service);
    const cookie = onSecondNode(person.client);
    const bearer = secondNode.client();
    bearer.bearer = person.tokens.accessToken;
    expect([await status(cookie), await status(bearer)]).toEqual([200, 200]);
    await end(person);
    expect([await status(cookie), await status(bearer)]).toEqual([401, 401]);
    const refreshed = await cookie.post('/api/auth/refresh', { refreshToken: person.tokens.refreshToken });
    expect(refreshed.status).toBe(401);
  });

  test('logout clears the cookies and is recorded', async () => {
    const { client, email } = await newUser(service);
    const answer = await client.post('/api/auth/logout');
    expect(answer.status).toBe(200);
    expect(
      Object.values(answer.cookies)
        .map(({ name, maxAge }) => [name, maxAge])
        .sort(),
    ).toEqual([
      ['csrf_token', 0],
      ['latchkey_session', 0],
      ['refresh_token', 0],
      ['remember_me', 0],
    ]);
    expect((await service.audit(email)).at(-1)?.action).toBe('AUTH_LOGOUT');
  });
});

describe('the list of sessions', () => {
  test('shows where the user is signed in, and which session is the current one', async () => {
    const { client, email } = await newUser(service);
    await service.client().post('/api/auth/login', { email, password });
    const { body } = await client.get('/api/auth/sessions');
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    const own = body.sessions.find(({ current }: { current: boolean }) => current);
    expect(Object.keys(own).sort()).toEqual([
      'createdAt',
      'current',
      'device',
      'expiresAt',
      'id',
      'ipAddress',
      'lastSeenAt',
      'userAgent',
    ]);
    expect(own).toMatchObject({
      device: 'Firefox on Linux',
      ipAddress: client.ipAddress,
      userAgent: client.userAgent,
    });
  });

  test('leaves out expired sessions', async () => {
    const { client, email } = await newUser(service);
    service.clock.advance({ days: 6 });
    const later = service.client();
    await later.post('/api/auth/login', { email, password });
    expect((await client.get('/api/auth/sessions')).body.sessions).toHaveLength(2);
    service.clock.advance({ days: 1, seconds: 1 });
    const { body } = await later.get('/api/auth/sessions');
    expect(body.sessions).toMatchObject([{ current: true }]);
  });

  test('shows the current request as the last use', async () => {
    const { client } = await newUser(service);
    service.clock.advance({ minutes: 5 });
    const at = service.clock.now().getTime();
    const { body } = await client.get('/api/auth/sessions');
    expect(Date.parse(body.sessions[0].lastSeenAt)).toBeGreaterThanOrEqual(at);
  });

  test('is seen on other nodes within a second of its use, unless there is an interval', async () => {
    const prompt = await startService({ database: service.database, clock: service.clock });
    const { client, id } = await newUser(prompt);
    const looking = await clientFor(service, id);
    await prompt.deps.lastUse.sessions.flush([]);
    prompt.clock.advance({ seconds: 5 });
    const used = prompt.clock.now().getTime();
    expect(await status(client)).toBe(200);
    // What is due now, and nothing else.
    await prompt.deps.lastUse.sessions.flush([]);
    const { sessions } = (await looking.get('/api/auth/sessions')).body;
    const seen = sessions.map(({ lastSeenAt }: { lastSeenAt: string }) => Date.parse(lastSeenAt));
    expect(seen.filter((at: number) => at >= used)).toHaveLength(2);
  });

  test('shows every use that its node knows of, and on other nodes what is older than the interval', async () => {
    const { client, email } = await newUser(service);
    await service.client().post('/api/auth/login', { email, password });
    const seenOn = async (at: Client) => {
      const { body } = await at.get('/api/auth/sessions');
      return Date.parse(body.sessions.find((each: { id: string }) => each.id === usedId).lastSeenAt);
    };
    const looking = service.client();
    const login = await looking.post('/api/auth/login', { email, password });
    expect(login.status).toBe(200);
    const usedId = (await client.get('/api/auth/sessions')).body.sessions.find(
      ({ current }: { current: boolean }) => current,
    ).id;
    const written = await seenOn(onSecondNode(looking));
    service.clock.advance({ seconds: 30 });
    const used = service.clock.now().getTime();
    expect(await status(client)).toBe(200);
    // What is due is written, and this isn't.
    await service.deps.lastUse.sessions.flush([]);
    expect(await seenOn(onSecondNode(looking))).toBe(written);
    service.clock.advance({ seconds: 31 });
    await expect.poll(() => seenOn(onSecondNode(looking))).toBeGreaterThanOrEqual(used);
    service.clock.advance({ seconds: 10 });
    const again = service.clock.now().getTime();
    expect(await status(client)).toBe(200);
    expect(await seenOn(looking)).toBeGreaterThanOrEqual(again);
  });

  test('names the device in the language of the request', async () => {
    const { client } = await newUser(service);
    const read = async (language: string) =>
      (await client.get('/api/auth/sessions', { headers: { 'accept-language': language } })).body.sessions[0];
    expect((await read('de')).device).toBe('Firefox auf Linux');
    expect((await read('ja')).device).toBe('Linux の Firefox');
  });

  test('lets the user end a single session', async () => {
    const { client, email } = await newUser(service);
    const other = service.client();
    await other.post('/api/auth/login', { email, password });
    const { body } = await other.get('/api/auth/sessions');
    const own = body.sessions.find(({ current }: { current: boolean }) => current);
    expect((await client.delete(`/api/auth/sessions/${own.id}`)).status).toBe(200);
    expect([await status(client), await status(other)]).toEqual([200, 401]);
    const entry = (await service.audit(email)).at(-1);
    expect(entry).toMatchObject({ action: 'SECURITY_SESSION_REVOKED', metadata: { sessionId: own.id } });
  });

  test("doesn't let a user end another user's session or a nonexistent one", async () => {
    const { client } = await newUser(service);
    const stranger = await newUser(service);
    const { body } = await stranger.client.get('/api/auth/sessions');
    for (const id of [body.sessions[0].id, 'not-an-id', '01890000-0000-7000-8000-000000000000']) {
      const answer = await client.delete(`/api/auth/sessions/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.body.error.type).toBe('NOT_FOUND');
    }
    expect(await status(stranger.client)).toBe(200);
  });

  test('lets the user end all other sessions at once', async () => {
    const { client, email } = await newUser(service);
    const others = [service.client(), service.client()];
    for (const other of others) await other.post('/api/auth/login', { email, password, rememberMe: true });
    expect((await client.delete('/api/auth/sessions')).status).toBe(200);
    expect(await status(client)).toBe(200);
    for (const other of others) expect(await status(other)).toBe(401);
    expect((await service.audit(email)).at(-1)).toMatchObject({
      action: 'SECURITY_ALL_SESSIONS_REVOKED',
      metadata: { sessions: 2 },
    });
  });
});

describe('CSRF protection', () => {
  test.each([
    ['no token', { csrf: false as const }],
    ['a wrong token', { headers: { 'x-csrf-token': 'wrong' } }],
  ])('refuses an unsafe cookie request with %s', async (_name, send) => {
    const { client } = await newUser(service);
    const answer = await client.post('/api/auth/logout', undefined, send);
    expect(answer.status).toBe(403);
    expect(answer.body.error).toMatchObject({ type: 'AUTHORIZATION_ERROR', code: 'CSRF_INVALID' });
    expect(await status(client)).toBe(200);
  });

  test("refuses another session's token, even if cookie and header match", async () => {
    const { client } = await newUser(service);
    const stranger = await newUser(service);
    client.cookies.set('csrf_token', stranger.client.cookies.get('csrf_token') ?? '');
    expect((await client.post('/api/auth/logout')).status).toBe(403);
  });

  test.each([
    ['missing', undefined],
    ['another', 'another'],
  ])(
    "refuses the right header with %s cookie, since another site can't set the cookie",
    async (_, cookie) => {
      const { client } = await newUser(service);
      const headers = { 'x-csrf-token': client.cookies.get('csrf_token') ?? '' };
      client.cookies.delete('csrf_token');
      if (cookie) client.cookies.set('csrf_token', cookie);
      const answer = await client.post('/api/auth/logout', undefined, { headers });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'CSRF_INVALID']);
    },
  );

  test("doesn't apply to Bearer requests", async () => {
    const { tokens } = await newUser(service);
    const bearer = service.client();
    bearer.bearer = tokens.accessToken;
    expect((await bearer.post('/api/auth/logout')).status).toBe(200);
  });

  test('restores its missing cookie on /api/auth/me', async () => {
    const { client } = await newUser(service);
    client.cookies.delete('csrf_token');
    const answer = await client.get('/api/auth/me');
    expect(answer.cookies.csrf_token).toMatchObject({ sameSite: 'strict', maxAge: 7 * 86_400 });
    expect((await client.post('/api/auth/logout')).status).toBe(200);
  });

  test.each([
    '/api/auth/login',
    '/api/auth/register',
    '/api/auth/forgot-password',
    '/api/auth/reset-password',
    '/api/auth/verify-email',
    '/api/auth/resend-verification',
    '/api/auth/request-unlock',
    '/api/auth/verify-unlock',
    '/api/auth/refresh',
    '/api/test/reset-rate-limits',
  ])('makes %s refuse a foreign Origin before there is a session', async (path) => {
    const foreign = await service.client().post(path, {}, { headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect(foreign.body.error.code).toBe('FORBIDDEN_ORIGIN');
    const own = await service.client().post(path, {}, { headers: { origin: 'http://latchkey.test' } });
    expect(own.status).not.toBe(403);
  });
});

import type { Client } from '@latchkey/server/testing/client';
import { holdBack } from '@latchkey/server/testing/hold-back';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);
const secondNode = started(() => startService({ database: service.database, clock: service.clock }));

const actions = async (email: string) => (await service.audit(email)).map(({ action }) => action);

describe('a refresh token', () => {
  const refresh = (refreshToken?: string, node = service) =>
    node.client().post('/api/auth/refresh', { refreshToken });

  test('returns new tokens and is replaced', async () => {
    const { tokens, email } = await newUser(service);
    const answer = await refresh(tokens.refreshToken);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['tokens']);
    expect(answer.body.tokens).toMatchObject({ tokenType: 'Bearer', expiresIn: 900 });
    expect(answer.body.tokens.refreshToken).not.toBe(tokens.refreshToken);
    const bearer = service.client();
    bearer.bearer = answer.body.tokens.accessToken;
    expect((await bearer.get('/api/auth/me')).body.user.email).toBe(email);
  });

  test('is read from the cookie for browsers, and replaced there', async () => {
    const { client } = await newUser(service);
    const before = client.cookies.get('refresh_token');
    const answer = await client.post('/api/auth/refresh');
    expect(answer.status).toBe(200);
    expect(answer.cookies.refresh_token).toMatchObject({
      httpOnly: true,
      path: '/api/auth',
      maxAge: 7 * 86_400,
    });
    expect(client.cookies.get('refresh_token')).not.toBe(before);
    expect((await client.post('/api/auth/refresh')).status).toBe(200);
  });

  test('ends the session if it is used again after it was replaced', async () => {
    const { tokens, email, client } = await newUser(service);
    const successor = (await refresh(tokens.refreshToken)).body.tokens.refreshToken;
    const reused = await refresh(tokens.refreshToken, secondNode);
    expect(reused.status).toBe(401);
    expect(reused.body.error).toMatchObject({ type: 'AUTHENTICATION_ERROR', code: 'REFRESH_REUSED' });
    expect((await refresh(successor)).status).toBe(401);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect(await actions(email)).toContain('AUTH_REFRESH_REUSE_DETECTED');
  });

  test('ends the session even if a request with it began before it was replaced, and sent its body after', async () => {
    const { client, tokens } = await newUser(service);
    const body = { refreshToken: tokens.refreshToken };
    const release = await holdBack(service, service.client(), {
      method: 'POST',
      path: '/api/auth/refresh',
      body,
    });
    expect((await service.client().post('/api/auth/refresh', body)).status).toBe(200);
    expect(await release()).toBe(401);
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });

  test('that was replaced several rounds ago also ends the session', async () => {
    const { tokens } = await newUser(service);
    let current = tokens.refreshToken;
    for (let round = 0; round < 3; round++) current = (await refresh(current)).body.tokens.refreshToken;
    expect((await refresh(tokens.refreshToken)).body.error.code).toBe('REFRESH_REUSED');
    expect((await refresh(current)).status).toBe(401);
  });

  test('used by several tabs at once gives all of them the same successor, on any node', async () => {
    for (let round = 0; round < 3; round++) {
      const { tokens } = await newUser(service);
      const nodes = [service, secondNode];
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, tab) => refresh(tokens.refreshToken, nodes[tab % 2])),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(new Set(answers.map(({ body }) => body.tokens.refreshToken)).size).toBe(1);
      expect((await refresh(answers[0]?.body.tokens.refreshToken)).status).toBe(200);
    }
  });

  test('lasts seven days from its last use', async () => {
    const { tokens } = await newUser(service);
    service.clock.advance({ days: 6 });
    const renewed = (await refresh(tokens.refreshToken)).body.tokens.refreshToken;
    service.clock.advance({ days: 7, seconds: -2 });
    const again = await refresh(renewed);
    expect(again.status).toBe(200);
    service.clock.advance({ days: 7, seconds: 1 });
    const late = await refresh(again.body.tokens.refreshToken);
    expect(late.status).toBe(401);
    expect(late.body.error.code).toBe('REFRESH_TOKEN_INVALID');
  });

  test.each(['', 'nonsense', '01890000-0000-7000-8000-000000000000.AAAA'])(
    'is refused if it is %j',
    async (token) => {
      const answer = await refresh(token);
      expect(answer.status).toBe(401);
      expect(answer.body.error.code).toBe('REFRESH_TOKEN_INVALID');
    },
  );

  test('of a deactivated user is refused but not used up', async () => {
    const { tokens, id } = await newUser(service);
    const setActive = (isActive: boolean) =>
      service.sql`UPDATE users SET is_active = ${isActive} WHERE id = ${id}`;
    await setActive(false);
    const refused = await refresh(tokens.refreshToken);
    expect([refused.status, refused.body.error.code]).toEqual([401, 'REFRESH_TOKEN_INVALID']);
    await setActive(true);
    expect((await refresh(tokens.refreshToken)).status).toBe(200);
  });

  test('with an altered secret is refused, and the real one keeps working', async () => {
    const { tokens } = await newUser(service);
    const forged = `${tokens.refreshToken.slice(0, -3)}AAA`;
    expect((await refresh(forged)).body.error.code).toBe('REFRESH_TOKEN_INVALID');
    expect((await refresh(tokens.refreshToken)).status).toBe(200);
  });

  test("cannot be made from another session's id and one's own secret", async () => {
    const [own, other] = [await newUser(service), await newUser(service)];
    const [sessionId] = other.tokens.refreshToken.split('.');
    const [, secret] = own.tokens.refreshToken.split('.');
    const forged = await refresh(`${sessionId}.${secret}`);
    expect([forged.status, forged.body.error?.code]).toEqual([401, 'REFRESH_TOKEN_INVALID']);
    // Nor does the attempt end the session it names.
    expect((await refresh(other.tokens.refreshToken)).status).toBe(200);
  });
});

describe('a remember-me cookie', () => {
  async function remembered(): Promise<{ client: Client; email: string; cookie: string }> {
    const { email } = await newUser(service);
    const client = service.client();
    await client.post('/api/auth/login', { email, password, rememberMe: true });
    return { client, email, cookie: client.cookies.get('remember_me') ?? '' };
  }
  function returning(cookie: string, node = service): Client {
    const client = node.client();
    client.cookies.set('remember_me', cookie);
    return client;
  }

  test('opens a new session on a safe request, renews all cookies and rotates', async () => {
    const { email, cookie } = await remembered();
    const client = returning(cookie);
    const answer = await client.get('/api/users/profile');
    expect(answer.status).toBe(200);
    expect(answer.body.user.email).toBe(email);
    expect(Object.keys(answer.cookies).sort()).toEqual([
      'csrf_token',
      'latchkey_session',
      'refresh_token',
      'remember_me',
    ]);
    expect(answer.cookies.remember_me).toMatchObject({
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      maxAge: 30 * 86_400,
    });
    expect(client.cookies.get('remember_me')).not.toBe(cookie);
    expect(client.cookies.get('remember_me')?.split(':')[0]).toBe(cookie.split(':')[0]);
    expect((await client.post('/api/auth/logout')).status).toBe(200);
    expect(await actions(email)).toEqual(
      expect.arrayContaining([
        'AUTH_REMEMBER_ME_CREATED',
        'AUTH_REMEMBER_ME_USED',
        'AUTH_REMEMBER_ME_REVOKED',
      ]),
    );
  });

  test('is not accepted on an unsafe request, but stays valid', async () => {
    const { cookie } = await remembered();
    const answer = await returning(cookie).post('/api/auth/logout');
    expect(answer.status).toBe(401);
    expect((await returning(cookie).get('/api/auth/me')).status).toBe(200);
  });

  test('does not make up for an invalid bearer token', async () => {
    const { cookie } = await remembered();
    const client = returning(cookie);
    expect((await client.get('/api/auth/me', { headers: { authorization: 'Bearer wrong' } })).status).toBe(
      401,
    );
  });

  test("used twice counts as theft: all the user's sessions and series end, and they are alerted", async () => {
    const { client, email, cookie } = await remembered();
    const other = service.client();
    await other.post('/api/auth/login', { email, password, rememberMe: true });
    const thief = returning(cookie);
    expect((await thief.get('/api/auth/me')).status).toBe(200);
    const owner = returning(cookie, secondNode);
    const answer = await owner.get('/api/auth/me');
    expect(answer.status).toBe(401);
    expect(answer.body.error.code).toBe('REMEMBER_ME_REUSED');
    expect(answer.cookies).toMatchObject({ latchkey_session: { maxAge: 0 }, remember_me: { maxAge: 0 } });
    for (const victim of [thief, client, other]) expect((await victim.get('/api/auth/me')).status).toBe(401);
    expect(await actions(email)).toContain('AUTH_REMEMBER_ME_THEFT_DETECTED');
    const alerts =
      await service.sql`SELECT type FROM emails WHERE to_address = ${email} AND type = 'security_alert'`;
    expect(alerts).toHaveLength(1);
  });

  test('used by parallel requests from one page opens one session for all of them, on any node', async () => {
    for (let round = 0; round < 3; round++) {
      const { email, cookie } = await remembered();
      const clients = Array.from({ length: 10 }, (_, nth) =>
        returning(cookie, nth % 2 ? service : secondNode),
      );
      const answers = await Promise.all(clients.map((client) => client.get('/api/auth/me')));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(new Set(clients.map((client) => client.cookies.get('remember_me'))).size).toBe(1);
      expect((await actions(email)).filter((action) => action === 'AUTH_REMEMBER_ME_USED')).toHaveLength(1);
      for (const client of clients) expect((await client.get('/api/auth/me')).status).toBe(200);
    }
  });

  test('is renewed for 30 days with each use', async () => {
    const { cookie } = await remembered();
    service.clock.advance({ days: 30, seconds: -2 });
    const client = returning(cookie);
    expect((await client.get('/api/auth/me')).status).toBe(200);
    const renewed = client.cookies.get('remember_me') ?? '';
    service.clock.advance({ days: 30, seconds: 1 });
    expect((await returning(renewed).get('/api/auth/me')).status).toBe(401);
  });

  test.each(['logout', 'revoking the session from the list'])('stops working after %s', async (way) => {
    const { client, cookie } = await remembered();
    const list = (await client.get('/api/auth/sessions')).body.sessions as { id: string; current: boolean }[];
    if (way === 'logout') await client.post('/api/auth/logout');
    else await client.delete(`/api/auth/sessions/${list.find(({ current }) => current)?.id}`);
    expect((await returning(cookie).get('/api/auth/me')).status).toBe(401);
  });

  test('with an altered token is refused, but not treated as theft', async () => {
    const { client, cookie, email } = await remembered();
    expect((await returning(`${cookie.slice(0, -3)}AAA`).get('/api/auth/me')).status).toBe(401);
    expect((await client.get('/api/auth/me')).status).toBe(200);
    expect(await actions(email)).not.toContain('AUTH_REMEMBER_ME_THEFT_DETECTED');
  });

  test('of a deactivated user is refused but not used up', async () => {
    const { cookie, email } = await remembered();
    const setActive = (isActive: boolean) =>
      service.sql`UPDATE users SET is_active = ${isActive} WHERE email = ${email}`;
    await setActive(false);
    expect((await returning(cookie).get('/api/auth/me')).status).toBe(401);
    await setActive(true);
    expect((await returning(cookie).get('/api/auth/me')).status).toBe(200);
  });

  test('is stored only as a hash', async () => {
    const { cookie } = await remembered();
    const [series = '', token = ''] = cookie.split(':');
    const [row] =
      await service.sql`SELECT remember_me::text AS all FROM remember_me WHERE series = ${series}`;
    expect(row?.all).not.toContain(token);
  });
});

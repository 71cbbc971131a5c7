import { started } from '@latchkey/server/testing/lifetime';
import { newApplication, postForm, type TestApplication, tokensFor } from '@latchkey/server/testing/oidc';
import { clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { startReceiver } from '@latchkey/server/testing/webhooks';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
const receiver = started(startReceiver);
let application: TestApplication;
beforeAll(async () => {
  application = await newApplication(service, { backchannelLogoutUri: `${receiver.url}/logout` });
});
beforeEach(async () => {
  receiver.answerWith((_received, response) => response.writeHead(204).end());
  await service.logoutWorker.drain();
  receiver.received.length = 0;
});

const logoutPath = (query: Record<string, string>) => `/api/oidc/logout?${new URLSearchParams(query)}`;
const bye = 'https://app.example.com/bye';
const isSignedIn = async ({ client }: { client: { get(path: string): Promise<{ status: number }> } }) =>
  (await client.get('/api/auth/me')).status === 200;

describe('an application that signs a user out', () => {
  test('with an ID token from the session does so at once and gets the user back', async () => {
    const person = await newUser(service);
    const { id_token } = await tokensFor(service, person.client, application);
    // Hints work long after they have expired.
    service.clock.advance({ ms: 3_600_000 });
    const query = { id_token_hint: id_token, post_logout_redirect_uri: bye, state: 'the-state' };
    const answer = await person.client.get(logoutPath(query));
    expect(answer.headers.get('location')).toBe(`${bye}?state=the-state`);
    expect(person.client.cookies.size).toBe(0);
    expect((await service.audit(person.email)).at(-1)?.action).toBe('AUTH_LOGOUT');
  });

  test('with a HEAD request does nothing', async () => {
    const person = await newUser(service);
    const { id_token } = await tokensFor(service, person.client, application);
    const answer = await person.client.send('HEAD', logoutPath({ id_token_hint: id_token }));
    expect([answer.status, await isSignedIn(person)]).toEqual([405, true]);
  });

  test.each([
    ['a forged link', async () => ({})],
    ['a link with only the client ID', async () => ({ client_id: application.clientId })],
    [
      "a link with an attacker's own ID token",
      async () => {
        const attacker = await newUser(service);
        return { id_token_hint: (await tokensFor(service, attacker.client, application)).id_token };
      },
    ],
    [
      'a link with an access token',
      async (client: Parameters<typeof tokensFor>[1]) => ({
        id_token_hint: (await tokensFor(service, client, application)).access_token,
      }),
    ],
  ])('through %s makes Latchkey ask the user first', async (_name, queryOf) => {
    const person = await newUser(service);
    const query = await queryOf(person.client);
    const answer = await person.client.get(logoutPath({ ...query, post_logout_redirect_uri: bye }));
    const url = new URL(answer.headers.get('location') ?? '');
    expect([url.pathname, url.searchParams.has('request')]).toEqual(['/signed-out', true]);
    expect(await isSignedIn(person)).toBe(true);
    const request = url.searchParams.get('request');
    const forged = await person.client.post('/api/oidc/logout/confirm', { request }, { csrf: false });
    expect(forged.status).toBe(403);
    const { body } = await person.client.post('/api/oidc/logout/confirm', { request });
    expect(body.redirectTo).toMatch(
      /^https:\/\/app\.example\.com\/bye$|^http:\/\/latchkey\.test\/signed-out$/,
    );
    expect(await isSignedIn(person)).toBe(false);
  });

  test.each([
    ['a prefix of a registered one', bye.slice(0, -1)],
    ['only the registered host', 'https://app.example.com/'],
    ['a longer path', `${bye}/more`],
    ['a longer last segment', `${bye}e`],
    ['an added query', `${bye}?to=evil`],
    ['a different host', 'https://evil.example/bye'],
    ['an added fragment', `${bye}#x`],
  ])(
    'with an unregistered redirect address (%s) leaves the user on our signed-out page',
    async (_name, uri) => {
      const person = await newUser(service);
      const { id_token } = await tokensFor(service, person.client, application);
      const query = { id_token_hint: id_token, post_logout_redirect_uri: uri };
      const answer = await person.client.get(logoutPath(query));
      expect(answer.headers.get('location')).toBe('http://latchkey.test/signed-out');
    },
  );

  test("with another application's client_id leaves the user on our signed-out page", async () => {
    const other = await newApplication(service, { postLogoutRedirectUris: ['https://other.example/bye'] });
    const person = await newUser(service);
    const { id_token } = await tokensFor(service, person.client, application);
    const query = { id_token_hint: id_token, client_id: other.clientId, post_logout_redirect_uri: bye };
    const answer = await person.client.get(logoutPath(query));
    expect(answer.headers.get('location')).toBe('http://latchkey.test/signed-out');
  });

  test('with a repeated parameter gets a page that speaks of signing out, by GET and by POST', async () => {
    const person = await newUser(service);
    const query = `state=a&state=b`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const { status, text } of [
      await person.client.get(`/api/oidc/logout?${query}`),
      await service.client().send('POST', '/api/oidc/logout', { raw: query, headers }),
    ]) {
      expect(status).toBe(400);
      expect(text).toContain('<h1>Sign-out failed</h1>');
      expect(text).not.toContain('Sign-in failed');
    }
    expect(await isSignedIn(person)).toBe(true);
  });

  test('through a form gets a redirect, so the browser sends its session cookie', async () => {
    const answer = await postForm(service, '/api/oidc/logout', { client_id: 'a', state: 'b' });
    expect(answer.headers.get('location')).toBe('http://latchkey.test/api/oidc/logout?client_id=a&state=b');
  });
});

describe('an application with a back-channel logout address', () => {
  async function received() {
    await service.logoutWorker.drain();
    const keys = createRemoteJWKSet(new URL(`${service.url}/api/oidc/jwks`));
    return Promise.all(
      receiver.received.map(async ({ body, headers }) => {
        expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
        const token = new URLSearchParams(body).get('logout_token') ?? '';
        const options = {
          currentDate: service.clock.now(),
          audience: application.clientId,
          typ: 'logout+jwt',
        };
        return (await jwtVerify(token, keys, { ...options, issuer: 'http://latchkey.test' })).payload;
      }),
    );
  }

  test('gets one logout token, no matter how many grants the session gave it', async () => {
    const person = await newUser(service);
    const { id_token } = await tokensFor(service, person.client, application);
    await tokensFor(service, person.client, application, { scope: 'openid offline_access' });
    expect(await received()).toEqual([]);
    await person.client.post('/api/auth/logout');
    const [told, ...more] = await received();
    expect(more).toEqual([]);
    const { sid } = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString());
    expect(told).toMatchObject({ sub: person.id, sid, jti: expect.any(String) });
    expect(told?.events).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} });
    expect(told?.nonce).toBeUndefined();
  });

  test.each([
    ['is revoked', async (id: string) => (await clientFor(service, id)).delete('/api/auth/sessions')],
    [
      'is deleted along with its user',
      async (id: string) => (await newStaff(service, 'ADMIN')).client.delete(`/api/users/${id}`),
    ],
    [
      'ends because its user is deactivated',
      async (id: string) => (await newStaff(service, 'ADMIN')).client.post(`/api/users/${id}/deactivate`),
    ],
  ])('is notified when the session %s', async (_name, end) => {
    const person = await newUser(service);
    await tokensFor(service, person.client, application);
    expect((await end(person.id)).status).toBe(200);
    expect(await received()).toMatchObject([{ sub: person.id }]);
  });

  test('is notified again after a failure, but not forever', async () => {
    receiver.answerWith((_received, response) => response.writeHead(503).end());
    const person = await newUser(service);
    await tokensFor(service, person.client, application);
    await person.client.post('/api/auth/logout');
    await service.logoutWorker.drain();
    expect(receiver.received).toHaveLength(1);
    for (let hours = 0; hours < 24; hours++) {
      await service.logoutWorker.drain();
      service.clock.advance({ ms: 3_600_000 });
    }
    expect(receiver.received).toHaveLength(7);
    expect(await service.sql`SELECT 1 FROM logout_notices`).toHaveLength(0);
  });

  test('is notified by only one node', async () => {
    const twin = await startService({ database: service.database, clock: service.clock, env: service.env });
    const person = await newUser(service);
    await tokensFor(service, person.client, application);
    await person.client.post('/api/auth/logout');
    await Promise.all([twin.logoutWorker.drain(), service.logoutWorker.drain()]);
    expect(receiver.received).toHaveLength(1);
  });

  test('is notified at once, even while another application with many notices never responds', async () => {
    const dead = await newApplication(service, { backchannelLogoutUri: `${receiver.url}/dead` });
    const unanswered: (() => void)[] = [];
    receiver.answerWith(({ path }, response) => {
      const answer = () => response.writeHead(204).end();
      if (path === '/dead') unanswered.push(answer);
      else answer();
    });
    for (const { id } of [...Array(20).fill(dead), application])
      await service.sql`
        INSERT INTO logout_notices (application_id, user_id, session_id)
        VALUES (${id}, gen_random_uuid(), gen_random_uuid())`;
    const drained = service.logoutWorker.drain();
    await expect.poll(() => receiver.received.map(({ path }) => path)).toContain('/logout');
    receiver.answerWith((_received, response) => response.writeHead(204).end());
    for (const answer of unanswered) answer();
    await drained;
    expect(receiver.received).toHaveLength(21);
  });

  test('is not called inside our network, and an ADMIN cannot set such an address', async () => {
    const walled = await startService();
    const inside = await newApplication(walled, { backchannelLogoutUri: `${receiver.url}/logout` });
    const person = await newUser(walled);
    await tokensFor(walled, person.client, inside);
    await person.client.post('/api/auth/logout');
    await walled.logoutWorker.drain();
    expect(receiver.received).toHaveLength(0);
    const admin = await newStaff(walled, 'ADMIN');
    const body = { name: 'Inside', kind: 'web', redirectUris: ['https://a.example/'] };
    for (const backchannelLogoutUri of [
      'http://169.254.169.254/',
      'https://[::1]/',
      'https://a:b@example.com/',
    ]) {
      const answer = await admin.client.post('/api/admin/applications', { ...body, backchannelLogoutUri });
      expect(answer.body.error.code).toBe('LOGOUT_URL_FORBIDDEN');
    }
  });
});

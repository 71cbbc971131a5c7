import { type Endpoint, endpoints } from '@latchkey/contract';
import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { clientFor, newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { giveOrganizationRole } from '@latchkey/server/testing/standing';
import { insertEndpoint } from '@latchkey/server/testing/webhooks';
import { describe, expect, test } from 'vitest';

const service = started(startService);

describe('the CSRF token', () => {
  const change = (client: Client, token: string) =>
    client.post(
      '/api/users/profile',
      { firstName: 'Ada' },
      { csrf: false, headers: { 'x-csrf-token': token } },
    );

  test('is in the body of a login, and works', async () => {
    const { email } = await newUser(service);
    const client = service.client();
    const { body, cookies } = await client.post('/api/auth/login', { email, password });
    expect(body.csrfToken).toBe(cookies.csrf_token?.value);
    expect((await change(client, body.csrfToken)).status).toBe(200);
  });

  test('is not in the first step of a two-factor login', async () => {
    const { email } = await newStaff(service, 'ADMIN');
    const { body } = await service.client().post('/api/auth/login', { email, password });
    expect(Object.keys(body).sort()).toEqual(['methods', 'pendingToken', 'requiresTwoFactor']);
  });

  test('is in /api/auth/me for a cookie session, and matches its cookie', async () => {
    const { client } = await newUser(service);
    const known = client.cookies.get('csrf_token');
    const { body, cookies } = await client.get('/api/auth/me');
    expect(body.csrfToken).toBe(known);
    expect(cookies).toEqual({});
    expect((await change(client, body.csrfToken)).status).toBe(200);
    client.cookies.delete('csrf_token');
    const again = await client.get('/api/auth/me');
    expect([again.body.csrfToken, again.cookies.csrf_token?.value]).toEqual([known, known]);
  });

  test('is in /api/auth/me for a resumed login, and belongs to the new session', async () => {
    const { email } = await newUser(service);
    const client = service.client();
    const first = await client.post('/api/auth/login', { email, password, rememberMe: true });
    client.cookies.delete('latchkey_session');
    const { body } = await client.get('/api/auth/me');
    expect(body.csrfToken).not.toBe(first.body.csrfToken);
    expect((await change(client, body.csrfToken)).status).toBe(200);
  });

  test('is not in /api/auth/me for an access token or an API key', async () => {
    const { client, tokens } = await newUser(service);
    const { key } = await newKey(client);
    for (const bearer of [tokens.accessToken, key]) {
      const answer = await keyClient(service, bearer).get('/api/auth/me');
      expect(answer.status).toBe(200);
      expect(answer.body).not.toHaveProperty('csrfToken');
    }
  });
});

describe('an invalid API key', () => {
  test('gets its own message, with the code UNAUTHENTICATED', async () => {
    const { client } = await newUser(service);
    const revoked = await newKey(client);
    await client.delete(`/api/keys/${revoked.id}`);
    for (const key of [revoked.key, `lsk_${'x'.repeat(43)}`, 'lsk_']) {
      const answer = await keyClient(service, key).get('/api/auth/me');
      expect(answer.status).toBe(401);
      expect(answer.body.error).toMatchObject({
        type: 'AUTHENTICATION_ERROR',
        code: 'UNAUTHENTICATED',
        message: "This API key isn't valid.",
        details: {},
      });
    }
  });

  test('is not mentioned when an access token is invalid or missing', async () => {
    const none = await service.client().get('/api/auth/me');
    const wrong = await keyClient(service, 'eyJhbGciOiJIUzI1NiJ9.e30.x').get('/api/auth/me');
    for (const { body } of [none, wrong]) expect(body.error.message).toBe('Sign in to continue.');
  });
});

test('429 states the wait in its message and in retryAfterSeconds', async () => {
  const own = await startService({ database: service.database, env: { RATE_LIMIT_LOGIN: '1/15m' } });
  const client = own.client();
  await client.post('/api/auth/login', {});
  own.clock.advance({ minutes: 3, seconds: 1 });
  const first = await client.post('/api/auth/login', {});
  expect(first.body.error).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Too many requests. Try again in 12 minutes.',
  });
  expect(first.body.error.details).toEqual({ retryAfterSeconds: Number(first.headers.get('retry-after')) });
  own.clock.advance({ minutes: 11, seconds: 30 });
  const last = await client.post('/api/auth/login', {});
  expect(last.body.error.message).toMatch(/^Too many requests\. Try again in \d\d seconds\.$/);
});

describe('page and limit', () => {
  const lists = Object.entries(endpoints as Record<string, Endpoint>).filter(
    ([, { query }]) => query && 'page' in query.shape,
  );

  /** An ADMIN, and the list as they see it. */
  async function visitorOf(path: string) {
    const { id, organizationId } = await newStaff(service, 'ADMIN');
    const owner = path.startsWith('/api/organizations/') ? organizationId : null;
    const client = await clientFor(service, id);
    if (path.includes('/connections/')) {
      await giveOrganizationRole(service, id, 'OWNER');
      const made = await client.post('/api/organizations/current/connections', {
        kind: 'oidc',
        name: 'Acme',
      });
      return { client, list: path.replace(':id', made.body.connection.id) };
    }
    const list = path.includes(':id') ? path.replace(':id', await insertEndpoint(service, owner)) : path;
    return { client, list };
  }

  test('are accepted by exactly the known paginated lists', () => {
    expect(lists.map(([, { path }]) => path).sort()).toEqual([
      '/api/admin/audit-logs',
      '/api/admin/emails',
      '/api/admin/organizations',
      '/api/admin/webhooks/:id/deliveries',
      '/api/organizations/current/connections/:id/links',
      '/api/organizations/current/invites',
      '/api/organizations/current/keys',
      '/api/organizations/current/members',
      '/api/organizations/current/webhooks/:id/deliveries',
      '/api/users',
    ]);
  });

  test.each(lists)('are 400 on %s when malformed, zero or negative', async (_name, { path }) => {
    const { client, list } = await visitorOf(path);
    expect((await client.get(`${list}?page=1&limit=1`)).status).toBe(200);
    for (const field of ['page', 'limit'])
      for (const value of ['0', '-1', '1.5', 'x', '', '1e1', '0x1', '%2B1', '%201', 'NaN', 'null', '01']) {
        const answer = await client.get(`${list}?${field}=${value}`);
        expect([field, value, answer.status, Object.keys(answer.body.error?.details ?? {})]).toEqual([
          field,
          value,
          400,
          [field],
        ]);
      }
    const doubled = await client.get(`${list}?limit=1&limit=2`);
    expect(doubled.status).toBe(400);
  });

  test.each(lists)('a limit above the maximum is clamped to 100 on %s', async (_name, { path }) => {
    const { client, list } = await visitorOf(path);
    for (const limit of ['101', '10000', '99999999999999999999']) {
      const { status, body } = await client.get(`${list}?limit=${limit}`);
      expect([limit, status, body.pagination?.limit ?? body.pageSize]).toEqual([limit, 200, 100]);
    }
  });

  test.each(lists)(
    'a page far past the end of %s is empty, and one with ten digits is 400',
    async (_name, { path }) => {
      const { client, list } = await visitorOf(path);
      const { status, body } = await client.get(`${list}?page=999999999&limit=100`);
      expect([status, body.pagination?.page ?? body.page]).toEqual([200, 999_999_999]);
      expect(Object.values(body).filter(Array.isArray)).toEqual([[]]);
      expect((await client.get(`${list}?page=1000000000`)).status).toBe(400);
    },
  );
});

import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { giveTeamRoles, newTeamRole } from '@latchkey/server/testing/team-roles';
import { beforeAll, describe, expect, test } from 'vitest';
import { type GuardedApp, guardedApps } from '../testing/guarded-apps.ts';
import { createLatchkey, type Latchkey, type ProtectOptions } from './index.ts';

const service = started(startService);
let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = createLatchkey({ url: `${service.url}/` });
});

const cookiesOf = (client: { cookies: Map<string, string> }) => ({
  cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const onHono = guardedApps.Hono as GuardedApp;

describe.each(Object.entries(guardedApps))('an application on %s', (_name, send) => {
  test('accepts a session cookie, an access token or an API key, and tells the handler who the user is', async () => {
    const { client, tokens, email } = await newUser(service);
    const { key } = await newKey(client);
    for (const headers of [cookiesOf(client), bearer(tokens.accessToken), bearer(key)])
      expect(await send(latchkey, { headers })).toMatchObject({ status: 200, body: { email } });
  });

  test('refuses a request without credentials, with the usual error format', async () => {
    const { status, body, headers } = await send(latchkey);
    expect(status).toBe(401);
    expect(body.error).toMatchObject({ type: 'AUTHENTICATION_ERROR', code: 'UNAUTHENTICATED' });
    expect(body.error?.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('refuses a session on the first request after it ends', async () => {
    const { client, tokens } = await newUser(service);
    const headers = cookiesOf(client);
    expect((await send(latchkey, { headers })).status).toBe(200);
    await client.post('/api/auth/logout');
    expect((await send(latchkey, { headers })).status).toBe(401);
    expect((await send(latchkey, { headers: bearer(tokens.accessToken) })).status).toBe(401);
  });

  test('refuses users without the required permission or role', async () => {
    const owner = await newUser(service);
    const member = await newMember(service, owner.organizationId, 'MEMBER');
    const asked = { organizationRole: 'ADMIN' as const };
    expect((await send(latchkey, { headers: cookiesOf(owner.client) }, asked)).status).toBe(200);
    const refused = await send(latchkey, { headers: cookiesOf(member.client) }, asked);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'PERMISSION_DENIED' } } });
    const permission = { permission: 'users:list' };
    const moderator = await newStaff(service, 'MODERATOR');
    expect((await send(latchkey, { headers: cookiesOf(moderator.client) }, permission)).status).toBe(200);
    expect((await send(latchkey, { headers: cookiesOf(owner.client) }, permission)).status).toBe(403);
  });

  test('accepts a permission of their roles in the organization, from the next request on', async () => {
    const owner = await newUser(service);
    const member = await newMember(service, owner.organizationId, 'MEMBER');
    const permission = { permission: `invoices:refund-${member.id.slice(-4)}` };
    const role = await newTeamRole(service, owner.organizationId, { permissions: [permission.permission] });
    const ask = () => send(latchkey, { headers: cookiesOf(member.client) }, permission);
    expect((await ask()).status).toBe(403);
    await giveTeamRoles(service, member.id, owner.organizationId, [role]);
    expect((await ask()).status).toBe(200);
    await giveTeamRoles(service, member.id, owner.organizationId, []);
    expect((await ask()).status).toBe(403);
  });

  test('refuses a session that a policy refuses, with the reason', async () => {
    const { client, organizationId, tokens } = await newUser(service);
    const member = await newMember(service, organizationId, 'MEMBER');
    await setPolicy(client, organizationPolicy, { signInMethods: ['password'] });
    await service.sql`UPDATE sessions SET sign_in_method = 'google' WHERE user_id = ${member.id}`;
    const refused = await send(latchkey, { headers: cookiesOf(member.client) });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'SIGN_IN_METHOD_NOT_ALLOWED' } } });
    expect((await send(latchkey, { headers: bearer(tokens.accessToken) })).status).toBe(200);
  });

  test.each<[string, unknown, RegExp]>([
    [
      'permissions',
      { permissions: ['users:list'] },
      /unknown option "permissions".*permission, organizationRole/,
    ],
    ['role', { role: 'ADMIN' }, /unknown option "role".*permission, organizationRole/],
    ['both spellings', { permission: 'users:list', Permission: 'x:y' }, /unknown option "Permission"/],
    ['an inherited name', Object.create({ scope: 'x' }), /unknown option "scope"/],
    ['a permission that is not set', { permission: undefined }, /permission must be/],
    ['an empty permission', { permission: '' }, /permission must be/],
    ['a list of permissions', { permission: ['users:list'] }, /permission must be/],
    ['a role that is not set', { organizationRole: undefined }, /organizationRole must be.*MEMBER, ADMIN/],
    ['a misspelled role', { organizationRole: 'admin' }, /organizationRole must be.*MEMBER, ADMIN/],
    ['null', null, /options must be an object/],
    ['a permission alone', 'users:list', /options must be an object/],
  ])('is never made with options it would ignore: %s', async (_case, options, message) => {
    const { client } = await newUser(service);
    const made = send(latchkey, { headers: cookiesOf(client) }, options as ProtectOptions);
    await expect(made).rejects.toThrow(TypeError);
    await expect(made).rejects.toThrow(message);
  });

  test('keeps to the options it was made with', async () => {
    const { client } = await newUser(service);
    const options: ProtectOptions = { permission: 'users:list' };
    const strict = { ...latchkey, authenticate: latchkey.authenticate };
    strict.authenticate = (request) => {
      delete options.permission;
      return latchkey.authenticate(request);
    };
    expect((await send(strict, { headers: cookiesOf(client) }, options)).status).toBe(403);
  });

  test('responds with 503 while Latchkey is unavailable', async () => {
    const { client } = await newUser(service);
    const away = createLatchkey({ url: 'http://127.0.0.1:1', onUnavailable: () => {} });
    const { status, body, headers } = await send(away, { headers: cookiesOf(client) });
    expect(status).toBe(503);
    expect(body.error).toMatchObject({ type: 'SERVER_ERROR', code: 'UNAVAILABLE' });
    expect(headers.get('retry-after')).toBe('1');
  });
});

test("the remember_me cookie isn't forwarded to Latchkey, so it isn't mistaken for a stolen one", async () => {
  const { email } = await newUser(service);
  const browser = service.client();
  await browser.post('/api/auth/login', { email, password, rememberMe: true });
  browser.cookies.delete('latchkey_session');
  expect(browser.cookies.has('remember_me')).toBe(true);
  expect((await onHono(latchkey, { headers: cookiesOf(browser) })).status).toBe(401);
  service.clock.advance({ minutes: 1 });
  expect((await browser.get('/api/auth/me')).status).toBe(200);
});

test('an ADMIN who has yet to set up two-factor is refused', async () => {
  const admin = await newStaff(service, 'ADMIN', { twoFactor: false });
  const headers = cookiesOf(admin.client);
  const refused = await onHono(latchkey, { headers }, { permission: 'users:write' });
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'TWO_FACTOR_SETUP_REQUIRED' } } });
});

test('an API key may make changes only if it is READ_WRITE', async () => {
  const { client } = await newUser(service);
  const reader = bearer((await newKey(client)).key);
  const writer = bearer((await newKey(client, { permission: 'READ_WRITE' })).key);
  const refused = await onHono(latchkey, { method: 'POST', headers: reader });
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'API_KEY_READ_ONLY' } } });
  expect((await onHono(latchkey, { method: 'POST', headers: writer })).status).toBe(200);
});

describe('a POST request', () => {
  const post = async (more: Record<string, string>, through = latchkey) => {
    const { client } = await newUser(service);
    const headers = { host: 'app.test', ...cookiesOf(client), ...more };
    const { status, body } = await onHono(through, { method: 'POST', headers });
    return body.error?.code ?? status;
  };

  test.each([
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://blog.app.test' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('with the cookie is refused from another origin: %o', async (headers) => {
    expect(await post(headers)).toBe('FORBIDDEN_ORIGIN');
  });

  test.each([
    {},
    { 'sec-fetch-site': 'same-origin', origin: 'https://app.test' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://app.test' },
  ])("with the cookie is allowed if it doesn't come from another origin: %o", async (headers) => {
    expect(await post(headers)).toBe(200);
  });

  test('with the cookie is allowed from another origin that is listed', async () => {
    const allowedOrigins = ['https://pages.app.test'];
    const listing = createLatchkey({ url: service.url, allowedOrigins });
    const headers = { 'sec-fetch-site': 'same-site', origin: 'https://pages.app.test' };
    expect(await post(headers, listing)).toBe(200);
  });

  test('with a bearer token, which browsers never add on their own, is allowed cross-site', async () => {
    const { tokens } = await newUser(service);
    const headers = { ...bearer(tokens.accessToken), 'sec-fetch-site': 'cross-site' };
    expect((await onHono(latchkey, { method: 'POST', headers })).status).toBe(200);
  });
});

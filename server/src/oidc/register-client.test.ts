import { endpoints, messageOf } from '@latchkey/contract';
import {
  authorize,
  newApplication,
  redeem,
  redirectUri,
  type TestApplication,
} from '@latchkey/server/testing/oidc';
import { clientFor, newUser, startService, type TestService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweep } from '../upkeep.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { ENABLE_DYNAMIC_CLIENTS: 'true' } });
});
afterAll(() => service.close());

const register = (body: object) => service.client().post('/api/oidc/register', body);
const agent = { client_name: 'Agent', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };

test('an agent registers itself as a public client, and the user must consent every time', async () => {
  const { status, body } = await register({ ...agent, scope: 'openid email unknown' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    client_id: expect.any(String),
    client_name: 'Agent',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'openid email',
  });
  expect(body.client_secret).toBeUndefined();
  expect((await service.audit()).at(-1)).toMatchObject({
    action: 'ADMIN_APP_CREATED',
    userId: null,
    metadata: { clientId: body.client_id, dynamic: true },
  });
  const person = await newUser(service);
  const application = { clientId: body.client_id as string };
  for (let round = 0; round < 2; round++) {
    const { url, query } = await authorize(person.client, application);
    expect(url?.pathname).toBe('/consent');
    const decided = await person.client.post('/api/oidc/consent', {
      request: query.request,
      decision: 'allow',
    });
    expect(decided.body.redirectTo).toContain('?code=');
  }
  expect((await service.client().get('/.well-known/openid-configuration')).body.registration_endpoint).toBe(
    'http://latchkey.test/api/oidc/register',
  );
});

test.each([
  ['no redirect address', { redirect_uris: [] }, 'invalid_redirect_uri'],
  ['a javascript: redirect address', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
  ['an ftp: redirect address', { redirect_uris: ['ftp://a.example/'] }, 'invalid_redirect_uri'],
  ['a custom scheme without a dot', { redirect_uris: ['ms-settings:privacy'] }, 'invalid_redirect_uri'],
  ['a plain http address on a remote host', { redirect_uris: ['http://a.example/'] }, 'invalid_redirect_uri'],
  [
    'client secret authentication',
    { token_endpoint_auth_method: 'client_secret_basic' },
    'invalid_client_metadata',
  ],
  ['the implicit grant', { grant_types: ['implicit'] }, 'invalid_client_metadata'],
  ['the client credentials grant', { grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
  ['a token response type', { response_types: ['token'] }, 'invalid_client_metadata'],
])('a registration with %s is refused', async (_name, more, error) => {
  const { status, body } = await register({ ...agent, ...more });
  expect([status, body.error]).toEqual([400, error]);
});

test('a registration with a NUL, a lone surrogate or 60,000 characters in any field is refused', async () => {
  const before = await service.sql`SELECT count(*) FROM applications`;
  const refused = { error: 'invalid_request', error_description: messageOf('VALIDATION_FAILED') };
  for (const [field, schema] of Object.entries(endpoints.registerClient.body.shape))
    for (const value of ['a\0b', '\ud800', 'x'.repeat(60_000)]) {
      const isList = schema.unwrap().type === 'array';
      const { status, body } = await register({ ...agent, [field]: isList ? [value] : value });
      expect({ field, status, body }).toEqual({ field, status: 400, body: refused });
    }
  expect(await service.sql`SELECT count(*) FROM applications`).toEqual(before);
});

test('the registration route is 404 when dynamic clients are off', async () => {
  const off = await startService();
  expect((await off.client().post('/api/oidc/register', agent)).status).toBe(404);
  await off.close();
});

test('registrations are rate-limited', async () => {
  const strict = await startService({
    env: { ENABLE_DYNAMIC_CLIENTS: 'true', RATE_LIMIT_OIDC_REGISTER: '1/1h' },
  });
  const client = strict.client();
  expect((await client.post('/api/oidc/register', agent)).status).toBe(201);
  const { status, body } = await client.post('/api/oidc/register', agent);
  expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
  await strict.close();
});

test('a self-registered client that nobody uses is swept, and no other', async () => {
  const person = await newUser(service);
  const selfRegistered = async () => {
    const { body } = await register(agent);
    return { clientId: body.client_id as string, secret: undefined } as TestApplication;
  };
  const [unused, used, granted] = [await selfRegistered(), await selfRegistered(), await selfRegistered()];
  const regular = await newApplication(service);
  const use = async (application: TestApplication, scope: string) => {
    const client = await clientFor(service, person.id);
    const { request } = (await authorize(client, application, { scope })).query;
    const { body } = await client.post('/api/oidc/consent', { request, decision: 'allow' });
    const code = new URL(body.redirectTo).searchParams.get('code') ?? '';
    expect((await redeem(service, application, code)).status).toBe(200);
  };
  service.clock.advance({ days: 20 });
  await use(granted, 'openid offline_access');
  await use(used, 'openid');
  service.clock.advance({ days: 11 });
  await sweep(service.sql, service.clock.now());
  const left = async () => {
    const all = [unused, used, granted, regular].map(({ clientId }) => clientId);
    const rows = await service.sql`SELECT client_id FROM applications WHERE client_id IN ${service.sql(all)}`;
    return rows.map(({ clientId }) => clientId).sort();
  };
  expect(await left()).toEqual([used, granted, regular].map(({ clientId }) => clientId).sort());
});

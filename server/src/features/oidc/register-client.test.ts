import { endpoints } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  newApplication,
  redeem,
  redirectUri,
  type TestApplication,
} from '@latchkey/server/testing/oidc';
import { clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';
import { sweep } from '../../runtime/upkeep.ts';

const service = started(() => startService({ env: { ENABLE_DYNAMIC_CLIENTS: 'true' } }));

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
  for (const [field, schema] of Object.entries(endpoints.registerClient.body.shape))
    for (const value of ['a\0b', '\ud800', 'x'.repeat(60_000)]) {
      const isList = schema.unwrap().type === 'array';
      const { status, body } = await register({ ...agent, [field]: isList ? [value] : value });
      const error = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
      expect({ field, status, error: body.error }).toEqual({ field, status: 400, error });
    }
  expect(await service.sql`SELECT count(*) FROM applications`).toEqual(before);
});

test.each([
  ['a redirect address that is not in a list', { redirect_uris: redirectUri }, 'invalid_redirect_uri'],
  ['21 redirect addresses', { redirect_uris: Array(21).fill(redirectUri) }, 'invalid_redirect_uri'],
  ['a number among the redirect addresses', { redirect_uris: [7] }, 'invalid_redirect_uri'],
  ['a grant type that is not in a list', { grant_types: 'authorization_code' }, 'invalid_client_metadata'],
  ['a name that is not a string', { client_name: 7 }, 'invalid_client_metadata'],
  ['a scope that is not a string', { scope: ['openid'] }, 'invalid_client_metadata'],
])('a registration with %s gets an error of RFC 7591', async (_name, more, error) => {
  const { status, body } = await register({ ...agent, ...more });
  expect([status, body.error]).toEqual([400, error]);
});

test.each([
  ['that is not JSON', '{', 'application/json'],
  ['in a form', 'client_name=a', 'application/x-www-form-urlencoded'],
  ['that is a list', '[]', 'application/json'],
])('a registration %s gets an error of RFC 7591', async (_name, raw, type) => {
  const send = { raw, headers: { 'content-type': type } };
  const { status, body } = await service.client().send('POST', '/api/oidc/register', send);
  expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
});

test.each([
  ['a right-to-left override', 'Bank\u202egnp.exe'],
  ['a right-to-left mark', 'Bank\u200f'],
  ['a bidirectional isolate', '\u2066Bank\u2069'],
  ['an Arabic letter mark', 'Bank\u061c'],
  ['a zero-width space', 'Ba\u200bnk'],
  ['a zero-width joiner', 'Ba\u200dnk'],
  ['a soft hyphen', 'Ba\u00adnk'],
  ['a byte order mark', '\ufeffBank'],
  ['a tag character', 'Bank\u{e0041}'],
  ['a line break', 'Bank\nApproved by Latchkey'],
  ['a line separator', 'Bank\u2028Approved by Latchkey'],
  ['a control character', 'Bank\u0085'],
  ['only spaces', ' \u00a0\u3000'],
  ['only a blank braille pattern', '\u2800'],
  ['only a Hangul filler', '\u3164'],
  ['only half-width fillers and variation selectors', '\uffa0\ufe0f \u115f\u{e0100}'],
  ['only a combining grapheme joiner', '\u034f'],
  ['nothing', ''],
])('a name with %s is refused', async (_name, client_name) => {
  const { status, body } = await register({ ...agent, client_name });
  expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
});

test.each(['Agent', ' Ключ 鍵 ', 'مفتاح', 'Été ❤️', '한글'])(
  'a client may be called %s',
  async (client_name) => {
    const { status, body } = await register({ ...agent, client_name });
    expect([status, body.client_name]).toEqual([201, client_name.trim()]);
  },
);

test('a self-registered client is marked for users and administrators, and no other is', async () => {
  const { body: registered } = await register(agent);
  const regular = await newApplication(service, { firstParty: false });
  const [person, admin] = [await newUser(service), await newStaff(service, 'ADMIN')];
  const markOf = async (clientId: string) => {
    const { request = '' } = (await authorize(person.client, { clientId })).query;
    const shown = await person.client.get(`/api/oidc/consent?request=${encodeURIComponent(request)}`);
    await person.client.post('/api/oidc/consent', { request, decision: 'allow' });
    const all = [
      (await admin.client.get('/api/admin/applications')).body.applications,
      (await person.client.get('/api/users/profile/applications')).body.applications,
    ].map((list) => list.find((each: { clientId: string }) => each.clientId === clientId));
    const one = (await admin.client.get(`/api/admin/applications/${all[0].id}`)).body.application;
    return [shown.body.application, ...all, one].map((each) => [
      'selfRegistered' in each,
      each.selfRegistered,
    ]);
  };
  expect(await markOf(registered.client_id)).toEqual(Array(4).fill([true, true]));
  expect(await markOf(regular.clientId)).toEqual(Array(4).fill([false, undefined]));
});

test('a client that asks for no known scope is registered without a scope', async () => {
  const { status, body } = await register({ ...agent, scope: 'unknown' });
  expect([status, 'scope' in body]).toEqual([201, false]);
});

test('the registration route is 404 when dynamic clients are off', async () => {
  const off = await startService();
  expect((await off.client().post('/api/oidc/register', agent)).status).toBe(404);
});

test('registrations are rate-limited', async () => {
  const strict = await startService({
    env: { ENABLE_DYNAMIC_CLIENTS: 'true', RATE_LIMIT_OIDC_REGISTER: '1/1h' },
  });
  const client = strict.client();
  expect((await client.post('/api/oidc/register', agent)).status).toBe(201);
  const { status, body } = await client.post('/api/oidc/register', agent);
  expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
});

test('an unused self-registered client is swept, and no other', async () => {
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

import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  claimsIn,
  introspect,
  newApplication,
  postForm,
  redeem,
  refresh,
  type TestApplication,
  tokensFor,
  userinfo,
} from '@latchkey/server/testing/oidc';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { deactivate } from '@latchkey/server/testing/standing';
import { beforeAll, expect, test } from 'vitest';

const service = started(startService);
let application: TestApplication;
let person: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  application = await newApplication(service);
  person = await newUser(service);
});

const inactive = { active: false };
const introspected = async (token: string, of = service) => (await introspect(of, application, token)).body;
const serviceToken = ({ clientId, secret }: TestApplication, more: Record<string, string> = {}) =>
  postForm(service, '/api/oidc/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
    ...more,
  });

test('a code for one resource cannot be redeemed for another, and stays redeemable', async () => {
  const resource = 'https://mcp.example.com/mcp';
  const { query } = await authorize(person.client, application, { resource });
  const swapped = await redeem(service, application, query.code, { resource: 'https://other.example/' });
  expect([swapped.status, swapped.body.error]).toEqual([400, 'invalid_target']);
  const { body } = await redeem(service, application, query.code, { resource });
  expect(claimsIn(body.access_token).aud).toBe(resource);
  const plain = await authorize(person.client, application);
  const added = await redeem(service, application, plain.query.code, { resource });
  expect(added.body.error).toBe('invalid_target');
});

test('a refresh keeps the granted scopes, even after one that asked for fewer', async () => {
  const scope = 'openid profile email offline_access';
  const first = await tokensFor(service, person.client, application, { scope });
  const less = (await refresh(service, application, first.refresh_token, { scope: 'openid' })).body;
  const { body } = await refresh(service, application, less.refresh_token);
  expect(body.scope).toBe(first.scope);
  expect(body.scope.split(' ').sort()).toEqual(scope.split(' ').sort());
  expect(claimsIn(body.access_token).scope).toBe(body.scope);
  expect((await userinfo(service, body.access_token)).body).toMatchObject({ email: person.email });
});

test('introspection shows a used or expired refresh token as inactive', async () => {
  const offline = { scope: 'openid offline_access' };
  const own = await startService();
  const app = await newApplication(own);
  const { client } = await newUser(own);
  const first = await tokensFor(own, client, app, offline);
  const second = (await refresh(own, app, first.refresh_token)).body;
  expect((await introspect(own, app, first.refresh_token)).body).toEqual(inactive);
  expect((await introspect(own, app, second.refresh_token)).body.active).toBe(true);
  own.clock.advance({ days: 31 });
  expect((await introspect(own, app, second.refresh_token)).body).toEqual(inactive);
});

test('a token from another issuer is not accepted, even though its key is ours', async () => {
  const other = await startService({
    database: service.database,
    clock: service.clock,
    env: { BASE_URL: 'http://elsewhere.test' },
  });
  const { access_token } = await tokensFor(service, person.client, application);
  expect(await introspected(access_token)).toMatchObject({ active: true });
  expect(await introspected(access_token, other)).toEqual(inactive);
  expect((await userinfo(other, access_token)).status).toBe(401);
});

test("a deactivated account's earlier tokens and codes stop working", async () => {
  const { client, id } = await newUser(service);
  const offline = { scope: 'openid offline_access' };
  const { access_token, refresh_token } = await tokensFor(service, client, application, offline);
  const { query } = await authorize(client, application, offline);
  await deactivate(service, id);
  expect(await introspected(access_token)).toEqual(inactive);
  expect(await introspected(refresh_token)).toEqual(inactive);
  expect((await userinfo(service, access_token)).status).toBe(401);
  expect((await refresh(service, application, refresh_token)).body.error).toBe('invalid_grant');
  expect((await redeem(service, application, query.code)).body.error).toBe('invalid_grant');
});

test('the token of a deleted service application stops working', async () => {
  const admin = await newStaff(service, 'ADMIN');
  const daemon = await newApplication(service, { kind: 'service' });
  const { body } = await serviceToken(daemon);
  expect(await introspected(body.access_token)).toMatchObject({ active: true });
  expect((await admin.client.delete(`/api/admin/applications/${daemon.id}`)).status).toBe(200);
  expect(await introspected(body.access_token)).toEqual(inactive);
  expect((await serviceToken(daemon)).body.error).toBe('invalid_client');
});

test.each([
  ['it moved', async () => ({ organizationId: (await newUser(service)).organizationId })],
  ['it left', async () => ({ organizationId: null })],
  ['it lost that scope', async () => ({ scopes: ['openid'] })],
])("introspection doesn't report a service application's organization once %s", async (_case, changes) => {
  const { organizationId } = person;
  const daemon = await newApplication(service, { kind: 'service', organizationId });
  const { body } = await serviceToken(daemon, { scope: 'organization' });
  expect(await introspected(body.access_token)).toMatchObject({
    scope: 'organization',
    org_id: organizationId,
  });
  const admin = await newStaff(service, 'ADMIN');
  const change = await admin.client.patch(`/api/admin/applications/${daemon.id}`, await changes());
  expect(change.status).toBe(200);
  const told = await introspected(body.access_token);
  expect(told).toMatchObject({ active: true });
  expect('scope' in told).toBe(false);
  expect(told).not.toHaveProperty('org_id');
});

test.each([
  ['localhost', '127.0.0.1'],
  ['127.0.0.1', 'localhost'],
  ['127.0.0.1', '[::1]'],
])('a registered address on %s does not match one on %s', async (registered, asked) => {
  const uri = (host: string) => `http://${host}:8000/back`;
  const native = await newApplication(service, { kind: 'native', redirectUris: [uri(registered)] });
  const known = await authorize(person.client, native, { redirect_uri: uri(registered) });
  expect(known.query.code).toBeTruthy();
  expect((await authorize(person.client, native, { redirect_uri: uri(asked) })).status).toBe(400);
});

test('scopes that an application is not allowed to have are left out', async () => {
  const modest = await newApplication(service, { scopes: ['openid', 'email'] });
  const { scope } = await tokensFor(service, person.client, modest, { scope: 'openid email permissions' });
  expect(scope).toBe('openid email');
});

test('a client must use its own secret and a single client id', async () => {
  const [one, other] = await Promise.all([
    newApplication(service, { kind: 'service' }),
    newApplication(service, { kind: 'service' }),
  ]);
  const borrowed = await serviceToken(one, { client_secret: other.secret ?? '' });
  expect([borrowed.status, borrowed.body.error]).toEqual([401, 'invalid_client']);
  const authorization = `Basic ${Buffer.from(`${one.clientId}:${one.secret}`).toString('base64')}`;
  const form = { grant_type: 'client_credentials', client_id: other.clientId };
  const twofold = await postForm(service, '/api/oidc/token', form, { authorization });
  expect([twofold.status, twofold.body.error]).toEqual([401, 'invalid_client']);
});

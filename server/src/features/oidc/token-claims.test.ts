import { isDeepStrictEqual } from 'node:util';
import { addHook, allowLoopback, grantsOf, newHookAdmin, startHooks } from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  claimsIn,
  newApplication,
  pollDevice,
  redeem,
  refresh,
  startDevice,
  tokensFor,
} from '@latchkey/server/testing/oidc';
import { newLoner } from '@latchkey/server/testing/organizations';
import { newVerified, startService } from '@latchkey/server/testing/service';
import { endSessions } from '@latchkey/server/testing/standing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const receiver = started(startHooks);
const service = started(() => startService({ env: allowLoopback }));

let admin: Awaited<ReturnType<typeof newHookAdmin>>;
let person: Awaited<ReturnType<typeof newVerified>>;
let application: Awaited<ReturnType<typeof newApplication>>;
beforeAll(async () => {
  admin = await newHookAdmin(service);
  person = await newVerified(service);
  application = await newApplication(service);
});
beforeEach(async () => {
  await addHook(admin, 'token.claims', receiver.url);
  receiver.answer({ claims: { plan: 'pro' } });
  receiver.take();
});

const scope = 'openid profile email offline_access organization';
const newCode = async () => (await authorize(person.client, application, { scope })).query.code;
const userinfo = async (token: string) => {
  const client = service.client();
  client.bearer = token;
  return (await client.get('/api/oidc/userinfo')).body;
};

test('is asked for a code and for each refresh, and its claims are in both tokens and userinfo', async () => {
  const first = await redeem(service, application, await newCode());
  expect(first.status).toBe(200);
  for (const token of [first.body.access_token, first.body.id_token])
    expect(claimsIn(token)).toMatchObject({ sub: person.id, plan: 'pro' });
  expect(await userinfo(first.body.access_token)).toMatchObject({ sub: person.id, plan: 'pro' });

  receiver.answer({ claims: { plan: 'free', roles: ['editor'] } });
  const second = await refresh(service, application, first.body.refresh_token);
  expect(claimsIn(second.body.access_token)).toMatchObject({ plan: 'free', roles: ['editor'] });
  expect(await userinfo(second.body.access_token)).toMatchObject({ plan: 'free', roles: ['editor'] });

  const asked = receiver.take();
  expect(asked.map(({ type, data }) => [type, data.grantType])).toEqual([
    ['token.claims', 'authorization_code'],
    ['token.claims', 'refresh_token'],
  ]);
  expect(asked[0]?.data).toEqual({
    user: expect.objectContaining({ id: person.id, email: person.email }),
    organization: expect.objectContaining({ id: person.organizationId, role: 'OWNER' }),
    application: { id: application.id, clientId: application.clientId, name: application.name },
    scopes: scope.split(' '),
    resource: null,
    grantType: 'authorization_code',
  });
});

test('changes nothing that we say, nothing that has a registered meaning, and nothing about organizations', async () => {
  const own = {
    iss: 'x',
    sub: 'x',
    aud: 'x',
    exp: 1,
    sid: 'x',
    client_id: 'x',
    scope: 'x',
    permissions: ['x'],
  };
  const theirs = {
    org_id: 'x',
    org_plan: 'x',
    organization: 'x',
    email: 'x',
    act: 'x',
    cnf: 'x',
    nonce: 'x',
    cmw: 'x',
  };
  // The last one is registered for another kind of token.
  const free = { roles: ['a'], groups: ['b'], entitlements: ['c'], plan: 'd', cti: 'e' };
  receiver.answer({ claims: { ...own, ...theirs, ...free } });
  const { body } = await redeem(service, application, await newCode());
  for (const claims of [
    claimsIn(body.access_token),
    claimsIn(body.id_token),
    await userinfo(body.access_token),
  ]) {
    expect(claims).toMatchObject(free);
    const foreign = Object.entries({ ...own, ...theirs }).filter(([name, value]) =>
      isDeepStrictEqual(claims[name], value),
    );
    expect(foreign).toEqual([]);
  }
});

describe('a failure', () => {
  const unavailable = { status: 503, body: { error: 'temporarily_unavailable' } };

  test('spends nothing: the same code and the same refresh token work afterwards', async () => {
    const code = await newCode();
    receiver.answer({ status: 500 });
    expect(await redeem(service, application, code)).toMatchObject(unavailable);
    receiver.answer({ claims: { plan: 'pro' } });
    const first = await redeem(service, application, code);
    expect(first.status).toBe(200);
    receiver.answer({ claims: 'none' });
    expect(await refresh(service, application, first.body.refresh_token)).toMatchObject(unavailable);
    receiver.answer({ claims: {} });
    expect((await refresh(service, application, first.body.refresh_token)).status).toBe(200);
  });

  test('leaves the claims out if it may be skipped', async () => {
    await addHook(admin, 'token.claims', receiver.url, { onFailure: 'allow' });
    receiver.answer({ status: 500 });
    const { status, body } = await redeem(service, application, await newCode());
    expect(status).toBe(200);
    expect(claimsIn(body.access_token)).not.toHaveProperty('plan');
  });
});

test('is asked for a device once it was allowed, and a failure spends nothing', async () => {
  const { client, id } = await newVerified(service);
  const cli = await newApplication(service, { kind: 'native', deviceGrant: true });
  const { device_code, user_code } = await startDevice(service, cli);
  const poll = () => pollDevice(service, cli, device_code);
  expect((await poll()).body.error).toBe('authorization_pending');
  const { request } = (await client.post('/api/oidc/device/lookup', { userCode: user_code })).body;
  const decided = await client.post('/api/oidc/device/decide', { request, decision: 'allow' });
  expect([decided.status, receiver.take()]).toEqual([200, []]);
  service.clock.advance({ seconds: 30 });
  receiver.answer({ status: 500 });
  expect(await poll()).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
  receiver.answer({ claims: { plan: 'pro', sub: 'x' } });
  receiver.take();
  const { status, body } = await poll();
  expect(status).toBe(200);
  expect(receiver.take().map(({ data }) => data)).toMatchObject([
    {
      user: { id },
      application: { id: cli.id },
      scopes: ['openid', 'email'],
      grantType: 'urn:ietf:params:oauth:grant-type:device_code',
    },
  ]);
  for (const token of [body.access_token, body.id_token])
    expect(claimsIn(token)).toMatchObject({ sub: id, plan: 'pro' });
  expect(await userinfo(body.access_token)).toMatchObject({ plan: 'pro' });
  expect((await poll()).body.error).toBe('invalid_grant');
  expect(receiver.take()).toEqual([]);
});

test('ends with the hook: after the next refresh, neither tokens nor userinfo have what it said', async () => {
  const { id } = await addHook(admin, 'token.claims', receiver.url, { onFailure: 'allow' });
  receiver.answer({ claims: { roles: ['admin'] } });
  const first = (await redeem(service, application, await newCode())).body;
  expect(await userinfo(first.access_token)).toMatchObject({ roles: ['admin'] });
  receiver.answer({ status: 500 });
  const second = (await refresh(service, application, first.refresh_token)).body;
  receiver.answer({ claims: { roles: ['admin'] } });
  const third = (await refresh(service, application, second.refresh_token)).body;
  expect(await userinfo(third.access_token)).toMatchObject({ roles: ['admin'] });
  await admin.client.delete(`/api/admin/hooks/${id}`);
  const last = (await refresh(service, application, third.refresh_token)).body;
  for (const { access_token, id_token } of [second, last])
    for (const token of [access_token, id_token]) expect(claimsIn(token)).not.toHaveProperty('roles');
  expect(await userinfo(last.access_token)).not.toHaveProperty('roles');
});

test('is told the resource, and of a person without an organization that there is none', async () => {
  const loner = await newLoner(service);
  const resource = 'https://mcp.example.com/';
  const tokens = await tokensFor(service, loner.client, application, { scope: 'openid', resource });
  expect(claimsIn(tokens.access_token)).toMatchObject({ aud: resource, plan: 'pro' });
  expect(receiver.take().map(({ data }) => [data.resource, data.organization])).toEqual([[resource, null]]);
});

test('is not asked about a code or a refresh token that would be refused', async () => {
  const code = await newCode();
  const first = await redeem(service, application, code);
  receiver.take();
  expect(
    (await redeem(service, application, await newCode(), { code_verifier: 'x'.repeat(43) })).status,
  ).toBe(400);
  const second = await refresh(service, application, first.body.refresh_token);
  expect(second.status).toBe(200);
  expect(receiver.take()).toHaveLength(1);
  service.clock.advance({ minutes: 2 });
  expect((await refresh(service, application, first.body.refresh_token)).status).toBe(400);
  expect((await refresh(service, application, second.body.refresh_token)).status).toBe(400);
  expect(receiver.take()).toEqual([]);
});

test('what ends while it is asked counts: no token is issued', async () => {
  const code = await newCode();
  const grants = () => grantsOf(service, person.id);
  const before = await grants();
  receiver.answer(async () => {
    await endSessions(service, person.id);
    return { claims: { plan: 'pro' } };
  });
  expect((await redeem(service, application, code)).status).toBe(400);
  expect(await grants()).toEqual(before);
});

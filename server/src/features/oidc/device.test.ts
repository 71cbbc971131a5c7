import { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  claimsIn,
  introspect,
  newApplication,
  pollDevice,
  postForm,
  refresh,
  startDevice,
  type TestApplication,
  tokensFor,
} from '@latchkey/server/testing/oidc';
import { newLoner } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { tablesHolding } from '@latchkey/server/testing/tables';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let cli: TestApplication;
beforeAll(async () => {
  cli = await newApplication(service, { kind: 'native', name: 'Acme CLI', deviceGrant: true });
});

const lookUp = (client: Client, userCode: string, send = {}) =>
  client.post('/api/oidc/device/lookup', { userCode }, send);
const decide = (client: Client, request: string, decision: string, more = {}) =>
  client.post('/api/oidc/device/decide', { request, decision, ...more });

async function settle(client: Client, userCode: string, decision = 'allow') {
  const { body } = await lookUp(client, userCode);
  return decide(client, body.request, decision);
}
async function outcomeOf(deviceCode: string, application = cli, more = {}) {
  const { status, body } = await pollDevice(service, application, deviceCode, more);
  return status === 200 ? 'tokens' : body.error;
}
const wait = () => service.clock.advance({ seconds: 30 });

describe('a device that asks for a sign-in', () => {
  test('gets a code to show, one to ask with, and where to send its person', async () => {
    const form = { client_id: cli.clientId, scope: 'openid' };
    const { status, body, headers } = await postForm(service, '/api/oidc/device', form);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: 'http://latchkey.test/device',
      verification_uri_complete: `http://latchkey.test/device?user_code=${body.user_code}`,
      expires_in: 600,
      interval: 5,
    });
  });

  test('is kept with hashes only', async () => {
    const { device_code, user_code } = await startDevice(service, cli);
    for (const secret of [device_code, user_code, user_code.replace('-', '')])
      expect(await tablesHolding(service.sql, secret)).toEqual([]);
    expect(service.logged.join()).not.toContain(device_code);
  });

  test('is refused for an application without the device grant, there and at the token endpoint', async () => {
    const web = await newApplication(service);
    const form = { client_id: web.clientId, client_secret: web.secret };
    expect((await postForm(service, '/api/oidc/device', form)).body.error).toBe('unauthorized_client');
    const { device_code } = await startDevice(service, cli);
    expect(await outcomeOf(device_code, web)).toBe('unauthorized_client');
  });

  test('authenticates as at the token endpoint', async () => {
    const web = await newApplication(service, { deviceGrant: true });
    const start = (form: Record<string, string>) => postForm(service, '/api/oidc/device', form);
    const bare = await start({ client_id: web.clientId });
    expect([bare.status, bare.body.error]).toEqual([401, 'invalid_client']);
    const { device_code, user_code } = await startDevice(service, web);
    await settle((await newLoner(service)).client, user_code);
    expect(await outcomeOf(device_code, web, { client_secret: undefined })).toBe('invalid_client');
    expect(await outcomeOf(device_code, web)).toBe('tokens');
  });

  test('learns of a malformed resource, and that a scope it may not have was left out', async () => {
    const form = { client_id: cli.clientId, resource: 'nowhere' };
    expect((await postForm(service, '/api/oidc/device', form)).body.error).toBe('invalid_target');
    const modest = await newApplication(service, { deviceGrant: true, scopes: ['openid'] });
    const { device_code, user_code } = await startDevice(service, modest, { scope: 'openid email root' });
    await settle((await newLoner(service)).client, user_code);
    expect((await pollDevice(service, modest, device_code)).body.scope).toBe('openid');
  });

  test('is limited per address', async () => {
    const strict = await startService({ env: { RATE_LIMIT_OIDC_DEVICE: '2/15m' } });
    const device = await newApplication(strict, { deviceGrant: true });
    const form = { client_id: device.clientId, client_secret: device.secret };
    const client = strict.client();
    const start = async () => (await postForm(strict, '/api/oidc/device', form, {}, client)).status;
    expect([await start(), await start(), await start()]).toEqual([200, 200, 429]);
  });
});

describe('a device that asks whether its person has decided', () => {
  test('waits, and must ask less often each time it asked too soon', async () => {
    const { device_code } = await startDevice(service, cli);
    await service.clock.hold(async () => {
      expect(await outcomeOf(device_code)).toBe('authorization_pending');
      const after = (ms: number) => {
        service.clock.advance({ ms });
        return outcomeOf(device_code);
      };
      expect(await after(5000)).toBe('authorization_pending');
      expect(await after(4999)).toBe('slow_down');
      expect(await after(9999)).toBe('slow_down');
      expect(await after(15_000)).toBe('authorization_pending');
    });
  });

  test('gets tokens of the session that allowed it, once', async () => {
    const person = await newLoner(service);
    const { device_code, user_code } = await startDevice(service, cli, { scope: 'openid email' });
    expect((await settle(person.client, user_code)).body).toEqual({
      message: 'The device is signed in. You can close this page.',
    });
    const { status, body } = await pollDevice(service, cli, device_code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'openid email' });
    const { sessions } = (await person.client.get('/api/auth/sessions')).body;
    expect(claimsIn(body.id_token)).toMatchObject({
      sub: person.id,
      aud: cli.clientId,
      email: person.email,
      sid: sessions[0].id,
    });
    expect(claimsIn(body.access_token)).toMatchObject({ sub: person.id, client_id: cli.clientId });
    expect((await refresh(service, cli, body.refresh_token)).status).toBe(200);
    wait();
    expect(await outcomeOf(device_code)).toBe('invalid_grant');
    const entries = (await service.audit(person.email)).filter(
      ({ action }) => action === 'AUTH_APP_AUTHORIZED',
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]?.metadata).toMatchObject({
      grant: 'device',
      applicationId: cli.id,
      clientId: cli.clientId,
      name: 'Acme CLI',
      scopes: ['openid', 'email'],
      sessionId: sessions[0].id,
    });
  });

  test('learns that its person said no', async () => {
    const person = await newLoner(service);
    const { device_code, user_code } = await startDevice(service, cli);
    expect((await settle(person.client, user_code, 'deny')).body).toEqual({
      message: 'The device gets no access.',
    });
    expect(await outcomeOf(device_code)).toBe('access_denied');
    expect(await outcomeOf(device_code)).toBe('access_denied');
  });

  test('learns that its code has expired, even if it was allowed by then', async () => {
    const { client } = await newLoner(service);
    const [open, allowed] = [await startDevice(service, cli), await startDevice(service, cli)];
    await settle(client, allowed.user_code);
    service.clock.advance({ minutes: 10 });
    expect(await outcomeOf(open.device_code)).toBe('expired_token');
    expect(await outcomeOf(allowed.device_code)).toBe('expired_token');
    expect((await lookUp(client, open.user_code)).body.error.code).toBe('DEVICE_CODE_INVALID');
  });

  test('needs its own code, as the client it was given to', async () => {
    const { client } = await newLoner(service);
    const { device_code, user_code } = await startDevice(service, cli);
    await settle(client, user_code);
    const other = await newApplication(service, { kind: 'native', deviceGrant: true });
    expect(await outcomeOf(device_code, other)).toBe('invalid_grant');
    expect(await outcomeOf('made-up')).toBe('invalid_grant');
    expect(await outcomeOf(user_code)).toBe('invalid_grant');
    expect((await pollDevice(service, cli, '')).body.error).toBe('invalid_request');
    expect(await outcomeOf(device_code)).toBe('tokens');
  });

  test('gets tokens for the resource it asked for, and for no other', async () => {
    const { client } = await newLoner(service);
    const resource = 'https://api.example.com/';
    const { device_code, user_code } = await startDevice(service, cli, { resource });
    expect((await lookUp(client, user_code)).body.resource).toBe(resource);
    await settle(client, user_code);
    expect(await outcomeOf(device_code, cli, { resource: 'https://else.example/' })).toBe('invalid_target');
    const { body } = await pollDevice(service, cli, device_code, { resource });
    expect(claimsIn(body.access_token).aud).toBe(resource);
  });

  test('twice at once gets tokens once', async () => {
    const { client } = await newLoner(service);
    const { device_code, user_code } = await startDevice(service, cli);
    await settle(client, user_code);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(device_code)));
    expect(outcomes.filter((each) => each === 'tokens')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['tokens', 'invalid_grant']));
  });
});

describe('a person who enters the code', () => {
  test('sees who asks, for what, since when and from where', async () => {
    const { client } = await newLoner(service);
    const before = service.clock.now().getTime();
    const { user_code } = await startDevice(service, cli, {}, new Client(service.url, '10.1.2.3'));
    const after = service.clock.now().getTime();
    const { status, body } = await lookUp(client, user_code);
    expect(status).toBe(200);
    expect(body).toEqual({
      request: expect.any(String),
      application: { id: cli.id, clientId: cli.clientId, name: 'Acme CLI' },
      scopes: ['openid', 'email'],
      resource: null,
      requestedAt: expect.any(String),
      ipAddress: '10.1.2.3',
      sameNetwork: false,
      device: 'Firefox on Linux',
    });
    const at = new Date(body.requestedAt).getTime();
    expect(at >= before && at <= after).toBe(true);
    const near = await startDevice(service, cli, {}, new Client(service.url, client.ipAddress));
    expect((await lookUp(client, near.user_code)).body.sameNetwork).toBe(true);
  });

  test('may type it in any case, with spaces and dashes or without', async () => {
    const { client } = await newLoner(service);
    const { user_code } = await startDevice(service, cli);
    const plain = user_code.replace('-', '');
    for (const typed of [plain, plain.toLowerCase(), ` ${plain.slice(0, 3)} ${plain.slice(3)}–`, user_code])
      expect((await lookUp(client, typed)).status).toBe(200);
    for (const typed of [plain.slice(1), `${plain}B`, plain.replace(/.$/, 'A'), '?'])
      expect((await lookUp(client, typed)).body.error.code).toBe('DEVICE_CODE_INVALID');
  });

  test('is asked each time, by first-party applications too, and nothing is remembered', async () => {
    const { client } = await newLoner(service);
    const stranger = await newApplication(service, { deviceGrant: true, firstParty: false });
    for (const application of [cli, stranger, stranger]) {
      const { device_code, user_code } = await startDevice(service, application);
      expect(await outcomeOf(device_code, application)).toBe('authorization_pending');
      await settle(client, user_code);
      expect(await outcomeOf(device_code, application)).toBe('tokens');
    }
    expect((await authorize(client, stranger, { scope: 'openid' })).url?.pathname).toBe('/consent');
  });

  test('finds the application in their list, and takes what it has by withdrawing', async () => {
    const person = await newLoner(service);
    const { device_code, user_code } = await startDevice(service, cli);
    await settle(person.client, user_code);
    const { body: tokens } = await pollDevice(service, cli, device_code);
    const path = '/api/users/profile/applications';
    const [listed] = (await person.client.get(path)).body.applications;
    expect(listed).toMatchObject({ id: cli.id, scopes: ['openid', 'email'] });
    await person.client.delete(`${path}/${cli.id}`);
    expect((await refresh(service, cli, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('is limited per account, whichever session looks up codes', async () => {
    const strict = await startService({ env: { RATE_LIMIT_OIDC_DEVICE: '2/15m' } });
    const { client } = await newLoner(strict);
    const guess = async (who = client) => (await lookUp(who, 'BBBB-BBBB')).status;
    expect([await guess(), await guess(), await guess()]).toEqual([400, 400, 429]);
    expect(await guess((await newLoner(strict)).client)).toBe(400);
  });

  test('decides once: the first decision counts', async () => {
    const { client } = await newLoner(service);
    const { device_code, user_code } = await startDevice(service, cli);
    const { request } = (await lookUp(client, user_code)).body;
    expect((await decide(client, request, 'deny')).status).toBe(200);
    expect((await decide(client, request, 'allow')).body.error.code).toBe('DEVICE_CODE_INVALID');
    expect((await lookUp(client, user_code)).body.error.code).toBe('DEVICE_CODE_INVALID');
    expect(await outcomeOf(device_code)).toBe('access_denied');
  });

  test('decides once, even with ten answers of two accounts at the same time', async () => {
    const people = [await newLoner(service), await newLoner(service)] as const;
    const { device_code, user_code } = await startDevice(service, cli);
    const asked = await Promise.all(
      people.map(async ({ client }) => ({ client, request: (await lookUp(client, user_code)).body.request })),
    );
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        asked.map(({ client, request }) => decide(client, request, 'allow')),
      ).flat(),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = people[answers.findIndex(({ status }) => status === 200) % 2];
    const { body } = await pollDevice(service, cli, device_code);
    expect(claimsIn(body.access_token).sub).toBe(winner?.id);
  });
});

test('tokens of a device end with the session that allowed it, and are introspected like others', async () => {
  const person = await newLoner(service);
  const backend = await newApplication(service);
  const { device_code, user_code } = await startDevice(service, cli);
  await settle(person.client, user_code);
  const { body: tokens } = await pollDevice(service, cli, device_code);
  expect((await introspect(service, backend, tokens.access_token)).body.active).toBe(true);
  await person.client.post('/api/auth/logout');
  expect((await introspect(service, backend, tokens.access_token)).body.active).toBe(false);
  expect((await refresh(service, cli, tokens.refresh_token)).body.error).toBe('invalid_grant');
});

test('a browser signs in to an application with the device grant as to any other', async () => {
  const { client, id } = await newLoner(service);
  const both = await newApplication(service, { deviceGrant: true });
  expect(claimsIn((await tokensFor(service, client, both)).access_token).sub).toBe(id);
});

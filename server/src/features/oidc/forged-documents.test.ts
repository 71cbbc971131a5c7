import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { started } from '@latchkey/server/testing/lifetime';
import { authorize, redeem, redirectUri, type TestApplication } from '@latchkey/server/testing/oidc';
import { newLoner } from '@latchkey/server/testing/organizations';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { startReceiver } from '@latchkey/server/testing/webhooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isAllowedClient } from './client-documents.ts';

/* What an attacker who publishes a client's document could gain by it, besides a client of their own. */

const env = { ENABLE_CLIENT_METADATA: 'true', WEBHOOK_ALLOWED_NETWORKS: 'loopback' };
const receiver = started(startReceiver);
const service = started(() => startService({ env }));

type Served = { body?: string | Buffer; headers?: Record<string, string> };
const served = new Map<string, Served>();
let documents = 0;

function serve(path: string, given: Served): string {
  served.set(path, given);
  receiver.answerWith((asked, response) => {
    const found = served.get(asked.path);
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json', ...found?.headers });
    response.end(found?.body);
  });
  return receiver.url + path;
}
const newPath = () => `/forged/${++documents}.json`;
const documentOf = (clientId: string, fields: object = {}) => ({
  client_id: clientId,
  client_name: 'Agent',
  redirect_uris: [redirectUri],
  ...fields,
});
function publish(fields: object = {}): string {
  const path = newPath();
  return serve(path, { body: JSON.stringify(documentOf(receiver.url + path, fields)) });
}
const outcomeOf = async (clientId: string, target = service) => {
  const { status, url } = await authorize((await newLoner(target)).client, { clientId });
  return [status, url?.pathname];
};
const rest = `"client_name":"Agent","redirect_uris":["${redirectUri}"]}`;
const refused = [400, undefined];
const asked = [302, '/consent'];

describe('a document', () => {
  test.each<[string, (clientId: string) => Served]>([
    [
      'packed, however small',
      (id) => ({
        body: gzipSync(JSON.stringify(documentOf(id, { more: 'x'.repeat(50_000_000) }))),
        headers: { 'content-encoding': 'gzip' },
      }),
    ],
    [
      'named twice, once by us',
      (id) => ({ body: `{"client_id":"${id}","client_id":"https://a.example/x",${rest}` }),
    ],
    ['in another encoding', (id) => ({ body: Buffer.from(JSON.stringify(documentOf(id)), 'utf16le') })],
    ['nested deeply', () => ({ body: '['.repeat(5000) })],
    [
      'of two types',
      (id) => ({
        body: JSON.stringify(documentOf(id)),
        headers: { 'content-type': 'text/html, application/json' },
      }),
    ],
    [
      'that is nearly JSON',
      (id) => ({ body: JSON.stringify(documentOf(id)), headers: { 'content-type': 'application/jsonp' } }),
    ],
  ])('%s is none', async (_what, make) => {
    const path = newPath();
    serve(path, make(receiver.url + path));
    expect(await outcomeOf(receiver.url + path)).toEqual(refused);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:pass@app.example.com/',
    'https://app.example.com/#a',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    '//app.example.com/',
  ])('has no use for the redirect address %s', async (uri) => {
    expect(await outcomeOf(publish({ redirect_uris: [uri] }))).toEqual(refused);
    const { client } = await newLoner(service);
    const clientId = publish({ redirect_uris: [redirectUri, uri] });
    const { status, url } = await authorize(client, { clientId }, { redirect_uri: uri });
    expect([status, url]).toEqual(refused);
  });

  test('that takes an address back stops new codes for it once it is read again, also on the page that asks', async () => {
    const person = await newLoner(service);
    const path = newPath();
    const clientId = receiver.url + path;
    const [old, other] = ['https://old.example/cb', 'https://new.example/cb'];
    serve(path, { body: JSON.stringify(documentOf(clientId, { redirect_uris: [old] })) });
    expect((await authorize(person.client, { clientId }, { redirect_uri: old })).status).toBe(302);
    serve(path, { body: JSON.stringify(documentOf(clientId, { redirect_uris: [other] })) });
    service.clock.advance({ minutes: 6 });
    const { status } = await authorize(person.client, { clientId }, { redirect_uri: old });
    expect(status).toBe(400);
  });
});

describe('a document that arrives byte by byte', () => {
  test.each([
    ['is read if it is complete within five seconds', 4999, asked],
    ['is given up after five seconds, however lively its server', 5000, refused],
  ])('%s', async (_what, ms, outcome) => {
    const { client } = await newLoner(service);
    const path = newPath();
    const clientId = receiver.url + path;
    const [first = '', ...bytes] = JSON.stringify(documentOf(clientId));
    const trickle = async (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write(first);
      for (const [nth, byte] of bytes.entries()) {
        const isLast = nth === bytes.length - 1;
        await new Promise((sent) => response.write(byte, sent));
        vi.advanceTimersByTime(isLast ? ms - nth * 20 : 20);
      }
      response.end();
    };
    // Only what the service measures the time with: its server is real.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    receiver.answerWith((_asked, response) => void trickle(response));
    const { status, url } = await authorize(client, { clientId });
    expect([status, url?.pathname]).toEqual(outcome);
  });
});

describe('the address of a document', () => {
  const anyHost = { clientMetadata: { hosts: undefined }, production: false };

  test.each([
    ['in letters that look alike', 'https://b\u0430nk.example/agent.json'],
    ['with a full-width dot', 'https://bank\uff0eexample/agent.json'],
    ['with a port that goes without saying', 'https://bank.example:443/agent.json'],
    ['with a backslash', 'https://bank.example\\@evil.example/agent.json'],
    ['with a tab', 'https://bank.exam\tple/agent.json'],
    ['with an upper-case host', 'https://Bank.example/agent.json'],
    ['with a user whose name is a host', 'https://bank.example@evil.example/agent.json'],
    ['as a number', 'http://2130706433/agent.json'],
    ['as a hexadecimal number', 'http://0x7f.1/agent.json'],
  ])('%s is none', async (_what, clientId) => {
    expect(isAllowedClient(anyHost, clientId)).toBe(false);
    expect(await outcomeOf(clientId)).toEqual(refused);
  });

  test('counts by its whole host: neither one that ends nor one that begins like it, nor one with a dot after', () => {
    const settings = { ...anyHost, clientMetadata: { hosts: ['agent.example'] } };
    const isAllowed = (host: string) => isAllowedClient(settings, `https://${host}/a.json`);
    const others = ['evil-agent.example', 'agent.example.evil.test', 'agent.example.', 'a.agent.example'];
    expect(others.filter(isAllowed)).toEqual([]);
    expect(['agent.example', 'agent.example:8443'].filter(isAllowed)).toHaveLength(2);
  });

  test.each(['localhost', '[::ffff:7f00:1]', '127.0.0.1'])(
    'in a network of the service is not asked for: %s',
    async (host) => {
      const guarded = await startService({ env: { ENABLE_CLIENT_METADATA: 'true' } });
      const path = newPath();
      const clientId = `http://${host}:${new URL(receiver.url).port}${path}`;
      serve(path, { body: JSON.stringify(documentOf(clientId)) });
      expect(await outcomeOf(clientId, guarded)).toEqual(refused);
      expect(receiver.received.some((each) => each.path === path)).toBe(false);
    },
  );

  test('of one client shows nothing that was read for another', async () => {
    const [mine, theirs] = [publish({ client_name: 'Mine' }), publish({ client_name: 'Theirs' })];
    const path = newPath();
    // A copy of another client's document at an address of one's own.
    serve(path, { body: served.get(new URL(theirs).pathname)?.body ?? '' });
    expect(await outcomeOf(theirs)).toEqual(asked);
    expect(await outcomeOf(receiver.url + path)).toEqual(refused);
    const { client } = await newLoner(service);
    const { query } = await authorize(client, { clientId: mine });
    const { body } = await client.get(`/api/oidc/consent?request=${encodeURIComponent(query.request ?? '')}`);
    expect(body.application.name).toBe('Mine');
  });
});

test('in production, the address of a document is https', () => {
  const settings = { clientMetadata: { hosts: undefined }, production: true };
  expect(isAllowedClient(settings, 'https://agent.example/a.json')).toBe(true);
  expect(isAllowedClient(settings, 'http://agent.example/a.json')).toBe(false);
  expect(isAllowedClient({ ...settings, production: false }, 'http://agent.example/a.json')).toBe(true);
});

test('a code for one client is worth nothing to another, also of the same host', async () => {
  const person = await newLoner(service);
  const [mine, theirs] = [publish(), publish()];
  const allow = async (clientId: string) => {
    const { query } = await authorize(person.client, { clientId });
    const { body } = await person.client.post('/api/oidc/consent', {
      request: query.request,
      decision: 'allow',
    });
    return new URL(body.redirectTo).searchParams.get('code') ?? '';
  };
  await allow(mine);
  const code = await allow(theirs);
  const stolen = await redeem(service, { clientId: mine, secret: undefined } as TestApplication, code);
  expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
});

test('a client that an administrator took over keeps what they decided, whatever its document says', async () => {
  const [person, admin] = [await newLoner(service), await newStaff(service, 'ADMIN')];
  const path = newPath();
  const clientId = receiver.url + path;
  serve(path, { body: JSON.stringify(documentOf(clientId)) });
  const allow = async () => {
    const { query } = await authorize(person.client, { clientId });
    return person.client.post('/api/oidc/consent', { request: query.request, decision: 'allow' });
  };
  expect((await allow()).status).toBe(200);
  const listed = (await admin.client.get('/api/admin/applications')).body.applications;
  const { id } = listed.find((each: { clientId: string }) => each.clientId === clientId);
  await admin.client.patch(`/api/admin/applications/${id}`, { scopes: ['openid'] });
  const device = await admin.client.patch(`/api/admin/applications/${id}`, { deviceGrant: true });
  expect(device.status).toBe(400);
  const more = {
    scope: 'openid email offline_access',
    first_party: true,
    firstParty: true,
    deviceGrant: true,
  };
  serve(path, { body: JSON.stringify(documentOf(clientId, { client_name: 'Renamed', ...more })) });
  service.clock.advance({ minutes: 6 });
  expect((await allow()).status).toBe(200);
  const { application } = (await admin.client.get(`/api/admin/applications/${id}`)).body;
  expect(application).toMatchObject({
    name: 'Renamed',
    scopes: ['openid'],
    firstParty: false,
    deviceGrant: false,
  });
});

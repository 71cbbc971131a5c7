import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  claimsIn,
  introspect,
  newApplication,
  postForm,
  redeem,
  redirectUri,
  refresh,
  type TestApplication,
  userinfo,
} from '@latchkey/server/testing/oidc';
import { newLoner } from '@latchkey/server/testing/organizations';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { startReceiver } from '@latchkey/server/testing/webhooks';
import { describe, expect, test } from 'vitest';
import { sweep } from '../../runtime/upkeep.ts';

const env = { ENABLE_CLIENT_METADATA: 'true', WEBHOOK_ALLOWED_NETWORKS: 'loopback' };
const receiver = started(startReceiver);
const service = started(() => startService({ env }));

type Served = { body?: unknown; status?: number; headers?: Record<string, string> };
const served = new Map<string, Served>();
let documents = 0;

/** Publishes a document, and returns the client id that it is for. */
function publish(fields: object = {}, { body, status = 200, headers = {} }: Served = {}): string {
  const path = `/agents/${++documents}.json`;
  const clientId = receiver.url + path;
  const document = { client_id: clientId, client_name: 'Agent', redirect_uris: [redirectUri], ...fields };
  served.set(path, { body: body ?? document, status, headers });
  receiver.answerWith((asked, response) => {
    const found = served.get(asked.path);
    response.writeHead(found?.status ?? 404, { 'content-type': 'application/json', ...found?.headers });
    response.end(typeof found?.body === 'string' ? found.body : JSON.stringify(found?.body));
  });
  return clientId;
}
const asks = (clientId: string) =>
  receiver.received.filter(({ path }) => receiver.url + path === clientId).length;

type Person = Awaited<ReturnType<typeof newLoner>>;
const asClient = (clientId: string) => ({ clientId, secret: undefined }) as TestApplication;

async function allow({ client }: Person, clientId: string, more = {}, decision = 'allow') {
  const { query } = await authorize(client, { clientId }, more);
  return (await client.post('/api/oidc/consent', { request: query.request, decision })).body;
}
async function tokensOf(person: Person, clientId: string, more = {}) {
  const { redirectTo } = await allow(person, clientId, more);
  const { body } = await redeem(
    service,
    asClient(clientId),
    new URL(redirectTo).searchParams.get('code') ?? '',
  );
  return body;
}
const rowsOf = (clientId: string) => service.sql`SELECT * FROM applications WHERE client_id = ${clientId}`;

describe('a client that publishes a document about itself', () => {
  test('gets tokens once a person has allowed it, who is asked each time and sees its host first', async () => {
    const person = await newLoner(service);
    const clientId = publish();
    for (const _time of ['first', 'second']) {
      const { url, query } = await authorize(person.client, { clientId });
      expect(url?.pathname).toBe('/consent');
      const shown = await person.client.get(
        `/api/oidc/consent?request=${encodeURIComponent(query.request ?? '')}`,
      );
      expect(shown.body.application).toMatchObject({
        host: new URL(receiver.url).host,
        clientId,
        name: 'Agent',
        redirectUri,
        selfRegistered: true,
      });
      const tokens = await tokensOf(person, clientId);
      expect(claimsIn(tokens.access_token)).toMatchObject({ sub: person.id, client_id: clientId });
    }
    // Once: the document is kept.
    expect(asks(clientId)).toBe(1);
    const { body } = await service.client().get('/.well-known/openid-configuration');
    expect(body.client_id_metadata_document_supported).toBe(true);
  });

  test('is written when a person allows it, and not before or when they deny', async () => {
    const [person, admin] = [await newLoner(service), await newStaff(service, 'ADMIN')];
    const clientId = publish();
    await authorize(person.client, { clientId });
    await allow(person, clientId, {}, 'deny');
    expect(await rowsOf(clientId)).toHaveLength(0);
    await allow(person, clientId);
    const listed = (await admin.client.get('/api/admin/applications')).body.applications;
    expect(listed.find((each: { clientId: string }) => each.clientId === clientId)).toMatchObject({
      selfRegistered: true,
      name: 'Agent',
      kind: 'native',
      redirectUris: [redirectUri],
      deviceGrant: false,
    });
    const made = (await service.audit()).filter(({ metadata }) => metadata.clientId === clientId);
    expect(made.map(({ action, metadata }) => [action, metadata.dynamic])).toContainEqual([
      'ADMIN_APP_CREATED',
      true,
    ]);
  });

  test('is renewed each time a person allows it', async () => {
    const person = await newLoner(service);
    const clientId = publish();
    await allow(person, clientId);
    const path = new URL(clientId).pathname;
    const moved = 'https://app.example.com/moved';
    const renamed = { client_id: clientId, client_name: 'Renamed', redirect_uris: [moved] };
    served.set(path, { body: renamed, status: 200 });
    service.clock.advance({ minutes: 6 });
    const again = await newLoner(service);
    await allow(again, clientId, { redirect_uri: moved });
    const [row, ...others] = await rowsOf(clientId);
    expect(others).toEqual([]);
    expect([row?.name, row?.redirectUris]).toEqual(['Renamed', [moved]]);
    const gone = await authorize(again.client, { clientId });
    expect([gone.status, gone.url]).toEqual([400, undefined]);
  });

  test('needs no document any more to refresh, and introspects nothing', async () => {
    const person = await newLoner(service);
    const clientId = publish();
    const tokens = await tokensOf(person, clientId);
    served.delete(new URL(clientId).pathname);
    expect((await refresh(service, asClient(clientId), tokens.refresh_token)).status).toBe(200);
    expect((await userinfo(service, tokens.access_token)).body.sub).toBe(person.id);
    const told = await introspect(service, asClient(clientId), tokens.access_token);
    expect([told.status, told.body.error]).toEqual([401, 'invalid_client']);
    expect(asks(clientId)).toBe(1);
  });

  test('keeps only the redirect addresses that we accept', async () => {
    const person = await newLoner(service);
    const bad = ['http://remote.example/', 'javascript:alert(1)', 7];
    const clientId = publish({ redirect_uris: [...bad, redirectUri] });
    await allow(person, clientId);
    const [row] = await rowsOf(clientId);
    expect(row?.redirectUris).toEqual([redirectUri]);
    const refused = await authorize(person.client, { clientId }, { redirect_uri: bad[0] as string });
    expect([refused.status, refused.url]).toEqual([400, undefined]);
  });

  test('is swept when it is not used, unless an administrator disabled it, which blocks it for good', async () => {
    const [person, admin] = [await newLoner(service), await newStaff(service, 'ADMIN')];
    const [unused, blocked] = [publish(), publish()];
    for (const clientId of [unused, blocked]) await allow(person, clientId);
    const [{ id } = { id: '' }] = await rowsOf(blocked);
    await admin.client.patch(`/api/admin/applications/${id}`, { enabled: false });
    await sweep(service.sql, new Date(service.clock.now().getTime() + 31 * 86_400_000));
    expect(await rowsOf(unused)).toHaveLength(0);
    expect(await rowsOf(blocked)).toHaveLength(1);
    const { status, url } = await authorize((await newLoner(service)).client, { clientId: blocked });
    expect([status, url]).toEqual([400, undefined]);
  });

  test('that is disabled while its person reads gets no code', async () => {
    const person = await newLoner(service);
    const clientId = publish();
    await allow(person, clientId);
    const { query } = await authorize(person.client, { clientId });
    await service.sql`UPDATE applications SET enabled = false WHERE client_id = ${clientId}`;
    const decided = await person.client.post('/api/oidc/consent', {
      request: query.request,
      decision: 'allow',
    });
    expect(decided.body.error.code).toBe('TOKEN_INVALID');
  });
});

describe('a document is not read', () => {
  test('before someone is signed in: they sign in first, and prompt=none is our error page', async () => {
    const clientId = publish();
    const stranger = service.client();
    const { url } = await authorize(stranger, { clientId }, { login_hint: 'ada@example.com' });
    expect(url?.pathname).toBe('/login');
    expect(url?.searchParams.get('email')).toBe('ada@example.com');
    expect(url?.searchParams.get('returnTo')).toContain(encodeURIComponent(clientId));
    const silent = await authorize(stranger, { clientId }, { prompt: 'none' });
    expect([silent.status, silent.url]).toEqual([400, undefined]);
    expect(asks(clientId)).toBe(0);
  });

  test('by any other route', async () => {
    const clientId = publish();
    const form = { client_id: clientId, grant_type: 'refresh_token', refresh_token: 'none' };
    expect((await postForm(service, '/api/oidc/token', form)).body.error).toBe('invalid_client');
    expect((await postForm(service, '/api/oidc/device', form)).body.error).toBe('invalid_client');
    expect((await postForm(service, '/api/oidc/revoke', { ...form, token: 'x' })).status).toBe(401);
    expect(asks(clientId)).toBe(0);
  });

  test('more often than registrations are allowed, from one address', async () => {
    const strict = await startService({ env: { ...env, RATE_LIMIT_OIDC_REGISTER: '2/1h' } });
    const { client } = await newLoner(strict);
    const [one, two, three] = [publish(), publish(), publish()];
    const statuses = [];
    for (const clientId of [one, two, one, three])
      statuses.push((await authorize(client, { clientId })).status);
    expect(statuses).toEqual([302, 302, 302, 429]);
    expect(asks(three)).toBe(0);
  });
});

test('a document is kept for as long as it says, but for five minutes at least and a day at most', async () => {
  const person = await newLoner(service);
  const [brief, hour, year] = ['no-store', 'public, max-age=3600', 'max-age=31536000'].map((control) =>
    publish({}, { headers: { 'cache-control': control } }),
  ) as [string, string, string];
  const look = async () => {
    const { client } = await newLoner(service);
    for (const clientId of [brief, hour, year]) await authorize(client, { clientId });
    return [brief, hour, year].map(asks);
  };
  await authorize(person.client, { clientId: brief });
  expect(await look()).toEqual([1, 1, 1]);
  service.clock.advance({ minutes: 4 });
  expect(await look()).toEqual([1, 1, 1]);
  service.clock.advance({ minutes: 2 });
  expect(await look()).toEqual([2, 1, 1]);
  service.clock.advance({ hours: 1 });
  expect(await look()).toEqual([3, 2, 1]);
  service.clock.advance({ hours: 23 });
  expect(await look()).toEqual([4, 3, 2]);
});

const long = 'x'.repeat(5200);
test.each<[string, object, Served?]>([
  ['without client_id', { client_id: undefined }],
  ['of another client', { client_id: 'https://else.example/agent.json' }],
  ['without a name', { client_name: undefined }],
  ['with a name that hides something', { client_name: 'Bank\u202egnp.exe' }],
  ['with a name of more than 100 characters', { client_name: 'x'.repeat(101) }],
  ['without redirect addresses', { redirect_uris: undefined }],
  ['with no redirect address that we accept', { redirect_uris: ['http://remote.example/'] }],
  ['with a secret', { client_secret: 'hush' }],
  ['that wants to authenticate', { token_endpoint_auth_method: 'private_key_jwt' }],
  ['for other grants', { grant_types: ['client_credentials'] }],
  ['that is missing', {}, { status: 404 }],
  ['behind a redirect', {}, { status: 302, headers: { location: 'https://else.example/' } }],
  ['of another type', {}, { headers: { 'content-type': 'text/html' } }],
  ['that is not JSON', {}, { body: '{' }],
  ['that is a list', {}, { body: '[]' }],
  ['that is too long', { long }],
])('a document %s is refused on a page of ours', async (_what, fields, more) => {
  const { client } = await newLoner(service);
  const { status, url, text } = await authorize(client, { clientId: publish(fields, more) });
  expect([status, url]).toEqual([400, undefined]);
  expect(text).toContain('<h1>');
});

describe('an address is no client id', () => {
  const refused = async (clientId: string, target = service) => {
    const { status, url } = await authorize((await newLoner(target)).client, { clientId });
    return [status, url];
  };
  test.each([
    ['with a query', (id: string) => `${id}?a=1`],
    ['with an empty query', (id: string) => `${id}?`],
    ['with a fragment', (id: string) => `${id}#a`],
    ['with credentials', (id: string) => id.replace('://', '://a:b@')],
    ['with dot segments', (id: string) => id.replace('/agents/', '/agents/./')],
    ['in another spelling', (id: string) => id.replace('http://', 'HTTP://')],
    ['without a path', () => `${receiver.url}/`],
    ['of another scheme', (id: string) => id.replace('http://', 'ftp://')],
    ['of more than 500 characters', (id: string) => `${id}/${'x'.repeat(500)}`],
  ])('%s', async (_what, change) => {
    expect(await refused(change(publish()))).toEqual([400, undefined]);
  });

  test('on a host that the settings do not name, and counts on one that they do', async () => {
    const clientId = publish();
    const elsewhere = await startService({ env: { ...env, CLIENT_METADATA_HOSTS: 'agent.example.com' } });
    expect(await refused(clientId, elsewhere)).toEqual([400, undefined]);
    expect(asks(clientId)).toBe(0);
    const here = await startService({
      env: { ...env, CLIENT_METADATA_HOSTS: 'agent.example.com,127.0.0.1' },
    });
    expect((await refused(clientId, here))[0]).toBe(302);
  });

  test('in a network that webhooks may not reach', async () => {
    const clientId = publish();
    const guarded = await startService({ env: { ENABLE_CLIENT_METADATA: 'true' } });
    expect(await refused(clientId, guarded)).toEqual([400, undefined]);
    expect(asks(clientId)).toBe(0);
  });

  test('while the setting is off', async () => {
    const off = await startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } });
    const clientId = publish();
    expect(await refused(clientId, off)).toEqual([400, undefined]);
    const { body } = await off.client().get('/.well-known/openid-configuration');
    expect('client_id_metadata_document_supported' in body).toBe(false);
  });
});

test('what a client was granted works only as long as settings let it', async () => {
  const person = await newLoner(service);
  const backend = await newApplication(service);
  const clientId = publish();
  const tokens = await tokensOf(person, clientId);
  expect((await introspect(service, backend, tokens.access_token)).body.active).toBe(true);
  const off = await startService({ database: service.database, clock: service.clock });
  expect((await userinfo(off, tokens.access_token)).status).toBe(401);
  expect((await introspect(off, backend, tokens.access_token)).body.active).toBe(false);
  expect((await refresh(off, asClient(clientId), tokens.refresh_token)).body.error).toBe('invalid_client');
  expect((await refresh(service, asClient(clientId), tokens.refresh_token)).status).toBe(200);
});
